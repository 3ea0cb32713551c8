import { whenWords } from '../../../../shared/attempts/action-words.ts'
import { err, ok } from '../../../../shared/base/result.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { ActionsView } from '../../attempts/actions.ts'
import type { ActionRequest, ToolAnswer } from '../../ports/agents.ts'
import { outsideOf, type ToolParts } from './caller.ts'

/** An agent looks at, or changes, what it and its team are asked at times. What it may not change stays. */
export function heartbeatConfig(
  { desk, caller }: ToolParts,
  thread: Thread,
  request: ActionRequest,
): ToolAnswer {
  const member = desk.memberOf(thread)
  if (member === null) return err('The work of this thread is not measured: it is asked nothing at times.')
  const { actions } = desk
  const outside = outsideOf(caller)
  if (request.do !== 'show' && outside !== null) return err(`${outside} changes nothing of this.`)
  switch (request.do) {
    case 'show':
      return ok(listed(actions.of(member)))
    case 'set':
      if (isPromptOfTeam(actions.of(member), request)) return err(FOR_A_PERSON)
      return answer(actions.set(member, actionIn(request), 'agent'))
    case 'remove':
      if (isOfTeam(actions.of(member), request)) return err(FOR_A_PERSON)
      return answer(actions.remove(member, request.name ?? '', request.scope ?? null, 'agent'))
    case 'reset':
      if (request.scope !== 'agent') return err(FOR_A_PERSON)
      return answer(actions.reset(member, 'agent', 'agent'))
  }
}

const FOR_A_PERSON =
  'What a whole team is asked is for a person to change; the scope of your own is "agent". Nothing was changed.'

const isOfTeam = ({ actions }: ActionsView, { name, scope }: ActionRequest): boolean =>
  (scope ?? actions.find((action) => action.name === name)?.scope) === 'team'

/** It would reach the agents of other threads as an instruction. */
function isPromptOfTeam(view: ActionsView, request: ActionRequest): boolean {
  const { prompt } = request
  return prompt !== undefined && isOfTeam(view, request)
}

const actionIn = ({ do: _do, ...action }: ActionRequest): Readonly<Record<string, unknown>> => action

type Changed = ReturnType<ToolParts['desk']['actions']['set']>
const answer = (changed: Changed): ToolAnswer =>
  changed.ok
    ? ok(`It holds from the next run on.\n${listed(changed.value)}`)
    : err(`${changed.error.message} Nothing was changed.`)

const listed = ({ actions, notices, problems }: ActionsView): string =>
  [
    ...actions.map((action) => `${action.name}: ${whenWords(action)}`),
    ...problems,
    ...notices.map(({ message }) => message),
  ].join('\n')
