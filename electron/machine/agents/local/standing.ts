import type { Repository } from '../../git/git.ts'
import type { WorkingState } from '../../git/facts/working-state.ts'
import { readRefs } from '../../git/facts/refs.ts'

/**
 * How a ref stands to HEAD, as far as that is known without asking git once more. 'behind': HEAD has all of it;
 * 'ahead': it has all of HEAD; 'apart': it is there, and only git knows the rest. null: only git knows.
 */
export type Standing = 'absent' | 'same' | 'behind' | 'ahead' | 'apart' | null

/** `state`: as git status counted it. */
export async function standingOf(
  repository: Repository,
  name: string,
  { head, upstream, ahead, behind }: WorkingState,
): Promise<Standing> {
  const read = await readRefs(repository, ['heads', 'remotes'])
  if (read === null || read.head !== head) return null
  const found = read.refs.find((ref) => ref.name === name)
  if (found === undefined) return 'absent'
  if (found.id === head) return 'same'
  if (upstream === null || name !== `refs/remotes/${upstream}`) return 'apart'
  if (behind === 0) return 'behind'
  return ahead === 0 ? 'ahead' : 'apart'
}
