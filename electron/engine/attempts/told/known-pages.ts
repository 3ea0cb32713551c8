import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { KnowledgePage } from '../../../../shared/knowledge/page.ts'
import type { KnownPages } from '../../../../shared/knowledge/pages-block.ts'
import { withheldBecause } from '../../../../shared/pollination/suspect/withheld.ts'
import type { Store } from '../../ports/store.ts'

/** A prompt names only so many: what a person wrote first, then skills, then the newest. */
const byWeight = (a: KnowledgePage, b: KnowledgePage): number =>
  Number(b.by === 'person') - Number(a.by === 'person') ||
  Number(b.kind === 'skill') - Number(a.kind === 'skill') ||
  b.at - a.at

/** What the agent of a thread may read: its own pages, and the skills of its team whose titles may be passed on. */
export function knownPages(
  id: ThreadId,
  { knowledge, attempts, threads }: Pick<Store, 'knowledge' | 'attempts' | 'threads'>,
): KnownPages {
  const metric = attempts.metric(id)
  const skills = metric === null ? [] : knowledge.skills(metric.team, id)
  return {
    own: [...knowledge.pages(id)].sort(byWeight),
    ofTeam: skills
      .filter(({ title }) => withheldBecause(title) === null)
      .map(({ title, threadId }) => ({ title, thread: threads.get(threadId)!.number })),
  }
}
