import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ThreadId } from '../../../../../shared/base/ids.ts'
import type { Model } from './model-state.ts'
import { scoreOf } from './plan.ts'
import { FOLDER, THREADS, type Dropped } from './steps.ts'

/** The folder of results of the first thread, on the disk. */
export interface ResultsFolder {
  /** What lies there for this thread, oldest first. */
  files(of: ThreadId): readonly Dropped[]
  /** Somebody drops a file, writes one anew, half, or as it was, or takes one away and puts it back. */
  change(model: Model): void
}

export function resultsFolder(folder: string, random: () => number): ResultsFolder {
  const at = path.join(folder, THREADS[0], FOLDER)
  mkdirSync(at, { recursive: true })
  execFileSync('git', ['init', '-q', path.dirname(at)])
  let lying: readonly Dropped[] = []
  let taken: readonly Dropped[] = []
  let writes = 0
  const put = (file: Dropped): void => {
    const place = path.join(at, file.name)
    writeFileSync(place, file.text)
    utimesSync(place, 1_000_000 + ++writes, 1_000_000 + writes)
    lying = [...lying.filter(({ name }) => name !== file.name), file]
  }
  const made = (model: Model, name: string): Dropped => {
    const score = scoreOf(model, random)
    return { name, score, text: JSON.stringify({ score, by: writes }) }
  }
  const pick = (from: readonly Dropped[]): Dropped | undefined => from[Math.floor(random() * from.length)]
  return {
    files: (of) => (of === THREADS[0] ? lying : []),
    change(model) {
      const name = `${writes}.json`
      const old = pick(lying)
      const dice = random()
      if (dice < 0.4 || old === undefined) put(made(model, name))
      else if (dice < 0.5) put(made(model, old.name))
      else if (dice < 0.6) put(old)
      else if (dice < 0.7) put({ ...old, name })
      else if (dice < 0.8) put({ name, text: `{"score": ${writes}`, score: undefined })
      else if (dice < 0.9 && taken.length > 0) put(pick(taken)!)
      else {
        rmSync(path.join(at, old.name))
        lying = lying.filter((file) => file !== old)
        taken = [...taken, old]
      }
    },
  }
}
