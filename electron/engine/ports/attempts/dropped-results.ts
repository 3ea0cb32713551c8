import type { Result } from '../../../../shared/base/result.ts'

/** A file that was dropped as a result. */
export interface DroppedFile {
  readonly name: string
  readonly print: string // sha256 of its bytes, hex
  readonly text: string | null // null: see `problem`
  readonly problem: string | null // why it cannot be read, as the end of a sentence
}

/** Results that are dropped as files into a folder below a repository. Contract: never rejects. */
export interface DroppedResults {
  /** Files that end in .json and were not seen, oldest first; ok([]) too where there is no folder. Errors are sentences. */
  look(
    repoPath: string,
    folder: string,
    isSeen: (name: string, print: string) => boolean,
  ): Promise<Result<readonly DroppedFile[], string>>
}
