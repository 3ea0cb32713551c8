import { lineAuthors, type LineAuthor } from '../../../../shared/playbook/line-authors.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { Store } from '../../ports/store.ts'

/** How many versions are compared to tell who wrote a line: the answer is as old as the oldest of them. */
const COMPARED = 60

/** Who wrote each line of a thread's list; null: nobody that is on record. */
export function writtenBy(
  id: ThreadId,
  text: string,
  { versions }: Pick<Store, 'versions'>,
): readonly (LineAuthor | null)[] {
  const texts = [...versions.list(id, COMPARED)].reverse().flatMap(({ id: number, author, at, runId }) => {
    const version = versions.text(id, number)
    return version === null ? [] : [{ author, at, runId, text: version.text }]
  })
  return lineAuthors(texts, text)
}
