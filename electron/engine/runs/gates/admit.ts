import { EXCHANGED_KEY } from '../../../../shared/alerts/alert.ts'
import { NOT_TRUSTED } from '../../../../shared/views/thread-state.ts'
import type { AgentResult } from '../../ports/agents.ts'
import { trustedPlace, type TrustedPlace } from '../../threads/trusted-place.ts'
import { go, type Begun, type Ended, type Step } from '../context.ts'
import { broken, ended } from '../ended.ts'

/**
 * Asked first of every run, before anything of the repository is read: does there stand what was trusted? Asked again
 * before an agent is called, since what the app did until then may have taken long.
 */
export async function admit<B extends Begun>(begun: B): Promise<Step<B>> {
  const place = await trustedPlace(begun.context, begun.thread)
  const end = await foreignEnd(begun, place)
  if (end !== null) return end
  return place.is === 'missing' ? ended(begun, { verdict: broken(place.fault) }) : go(begun)
}

/** After the call: what was printed and found there is another one's; what an agent used was used. */
export async function admitAnswer<B extends Begun & { readonly answer: { readonly result: AgentResult } }>(
  called: B,
): Promise<Step<B>> {
  const foreign = await foreignEnd(called, await trustedPlace(called.context, called.thread))
  if (foreign === null) return go(called)
  const { end } = foreign
  return { ...foreign, end: { ...end, turn: { ...end.turn, agent: called.answer.result.turn } } }
}

/** Of a run at whose place stands what nobody trusted; null: what was trusted, or nothing. */
async function foreignEnd(begun: Begun, place: TrustedPlace): Promise<Ended | null> {
  const { thread, context } = begun
  const { store, documents } = context
  // Somebody else may have seen it first, and taken the trust back.
  if (store.threads.get(thread.id)?.trustedAt == null) {
    const exchanged = store.threads.facts(thread.id).alerts.find(({ key }) => key === EXCHANGED_KEY)
    return blocked(begun, exchanged?.text ?? NOT_TRUSTED)
  }
  switch (place.is) {
    case 'trusted':
    case 'missing':
      return null
    case 'elsewhere':
      await documents.refresh(thread.id) // and with it the thread is missing
      return blocked(
        begun,
        `The folder now leads to ${place.realPath}, which nobody trusted. Locate the repository again.`,
      )
    case 'exchanged':
      await documents.refresh(thread.id) // and with it the trust is taken back
      return blocked(begun, place.text)
  }
}

const blocked = (begun: Begun, summary: string): Ended =>
  ended(begun, { verdict: { outcome: 'blocked', summary } })
