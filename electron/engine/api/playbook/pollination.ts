import type { SuggestionView } from '../../../../shared/contract/pollination.ts'
import { parse, serialize } from '../../../../shared/playbook/doc.ts'
import { applyEdit } from '../../../../shared/playbook/edit/edit.ts'
import type { EditRejected } from '../../../../shared/playbook/edit/rejection.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { rewrite } from '../../playbook/edit-heartbeat.ts'
import { createPollination, type Pollination } from '../../pollination/pollination.ts'
import { faultOr, lookup, type ApiErrors } from '../lookup.ts'
import { os } from '../parts.ts'
import type { DocParts } from './doc-file.ts'

/** Advice between repositories; a person decides about each piece of it. */
export function pollinationHandlers(parts: DocParts) {
  const { ports, store, engine, documents } = parts
  const { trustedOr } = lookup(store)
  const pollination = createPollination(ports, store)

  return {
    view: os.pollination.view.handler(() => pollination.view()),
    accept: os.pollination.accept.handler(async ({ input, context, errors }) => {
      const thread = trustedOr(input.id, errors)
      const suggestion = await suggestedOr(pollination, thread, input.pattern, errors)
      const { tier = suggestion.tier, text = suggestion.text } = input
      const written = await rewrite<EditRejected>(ports.files, thread.repoPath, (doc) => {
        documents.versions.found(thread, serialize(doc))
        return applyEdit(doc, { do: 'addTask', tier, text })
      })
      if (!written.ok) throw faultOr(written.error, errors)
      documents.versions.writing(thread, written.value.text, { author: 'suggestion' })(true)
      const state = tier === suggestion.tier && text === suggestion.text ? 'accepted' : 'adapted'
      const number = decide(suggestion, state, { tier, text, reason: '' })
      documents.note(thread.id, parse(written.value.text), documents.facts(thread.id)?.tracked ?? false)
      ports.log('info', 'suggestion.decided', { threadId: thread.id, number, state, origin: context.origin })
      engine.tick()
      return { number, tier, text }
    }),
    decline: os.pollination.decline.handler(async ({ input, context, errors }) => {
      const thread = trustedOr(input.id, errors)
      const suggestion = await suggestedOr(pollination, thread, input.pattern, errors)
      const { tier, text } = suggestion
      const number = decide(suggestion, 'declined', { tier, text, reason: input.reason.trim() })
      const facts = { threadId: thread.id, number, state: 'declined', origin: context.origin } as const
      ports.log('info', 'suggestion.decided', facts)
      return { text }
    }),
  }

  function decide(
    { threadId, pattern, because }: SuggestionView,
    state: 'accepted' | 'adapted' | 'declined',
    line: Pick<Parameters<typeof store.pollination.decide>[0], 'tier' | 'text' | 'reason'>,
  ): number {
    return store.pollination.decide({ threadId, pattern, state, because, at: ports.clock.now(), ...line })
  }
}

/** Looked at again at the moment of the decision: what does not hold any more is not written. */
async function suggestedOr(
  pollination: Pollination,
  { id, name }: Thread,
  pattern: string,
  errors: Pick<ApiErrors, 'CONFLICT'>,
): Promise<SuggestionView> {
  const now = await pollination.of(id)
  const { suggested, decided } = now ?? { suggested: [], decided: [] }
  const found = suggested.find((suggestion) => suggestion.pattern === pattern)
  if (found !== undefined) return found
  const before = decided.find((decision) => decision.pattern === pattern)
  const was = before === undefined ? '' : ` (it was ${before.state} as suggestion ${before.number})`
  const others = suggested.map((suggestion) => suggestion.pattern).join(', ')
  throw errors.CONFLICT({
    message:
      `"${pattern}" is not suggested to ${name} now${was}, so nothing was written. ` +
      (others === '' ? 'Nothing is.' : `Suggested: ${others}.`),
  })
}
