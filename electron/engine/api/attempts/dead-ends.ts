import type { KnownDeadEnd } from '../../../../shared/attempts/dead-ends/dead-end.ts'
import { byWeight } from '../../../../shared/attempts/dead-ends/dead-end-words.ts'
import type { DeadEndsView, EvidenceView } from '../../../../shared/contract/dead-ends.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { Member } from '../../attempts/actions.ts'
import type { ApiErrors } from '../lookup.ts'
import { os, type CoreParts } from '../parts.ts'
import { memberLookup } from './member.ts'

/** What a team knows not to work, for the person who has the last word. */
export function deadEndHandlers(parts: CoreParts) {
  const { desk } = parts.engine
  const memberOr = memberLookup(parts)
  const changed = (
    { team }: Member,
    made: Result<KnownDeadEnd, string>,
    errors: Pick<ApiErrors, 'INVALID'>,
  ): DeadEndsView => {
    if (!made.ok) throw errors.INVALID({ message: `${made.error} Nothing was changed.` })
    return viewOf(team, parts)
  }
  return {
    list: os.deadEnds.list.handler(({ input, errors }) => viewOf(memberOr(input.id, errors).team, parts)),
    claim: os.deadEnds.claim.handler(({ input: { id, claim, attempts }, errors }) => {
      const member = memberOr(id, errors)
      const said = { team: member.team, by: null, evidence: attempts, claim }
      return changed(member, desk.deadEnds.claim(said), errors)
    }),
    say: os.deadEnds.say.handler(({ input: { id, number, kind, attempts }, errors }) => {
      const member = memberOr(id, errors)
      const said = { team: member.team, by: null, evidence: attempts, number, kind }
      return changed(member, desk.deadEnds.say(said), errors)
    }),
    remove: os.deadEnds.remove.handler(({ input, errors }) => {
      const { team } = memberOr(input.id, errors)
      if (!desk.deadEnds.remove(team, input.number))
        throw errors.NOT_FOUND({ message: `The team "${team}" has no dead end ${input.number}.` })
      return viewOf(team, parts)
    }),
  }
}

function viewOf(team: string, { store, engine }: CoreParts): DeadEndsView {
  const known = byWeight(engine.desk.deadEnds.of(team))
  const numbers = known.flatMap(({ voices }) => voices.flatMap(({ evidence }) => evidence))
  const cited = new Map(store.deadEnds.cited(numbers).map((attempt) => [attempt.number, attempt]))
  const evidenceOf = (number: number): EvidenceView => {
    const { threadId = null, run = null, score = null } = cited.get(number) ?? {}
    return { number, threadId, run, score }
  }
  return {
    team,
    deadEnds: known.map(({ team: _team, voices, ...deadEnd }) => ({
      ...deadEnd,
      voices: voices.map(({ evidence, ...voice }) => ({
        ...voice,
        threadName: voice.by === null ? null : (store.threads.get(voice.by)?.name ?? ''),
        evidence: evidence.map(evidenceOf),
      })),
    })),
  }
}
