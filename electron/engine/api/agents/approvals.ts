import type {
  ApprovalRequest,
  ApprovalView,
  LeftOutLines,
  TaskPlace,
} from '../../../../shared/agents/approval.ts'
import { asksForCommands } from '../../../../shared/threads/asks-for-commands.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { os, type ApiParts } from '../parts.ts'
import { missingOf } from '../../playbook/advice/missing-programs.ts'
import { commandLines } from '../../playbook/readings.ts'
import { readDoc } from '../playbook/doc-file.ts'
import { lookup } from '../lookup.ts'

/** Which of the file's commands local checks may run. */
export function approvalHandlers({
  ports,
  store,
  engine,
  documents,
}: Pick<ApiParts, 'ports' | 'store' | 'engine' | 'documents'>) {
  const { clock } = ports
  const { trustedOr } = lookup(store)
  const countAnew = counting(documents)

  return {
    list: os.approvals.list.handler(async ({ input, errors }) => {
      const thread = trustedOr(input.id, errors)
      const lines = commandLines(await readDoc(thread, { ports, store }, errors), thread)
      const approvals = store.permissions.approvals(thread.id)
      const { commands, leftOut } = await ports.repositories.commandsByLine(thread.repoPath, lines)
      const missing = await missingOf(thread, lines, { ports, store })
      const wanted = wantedBy(lines, commands)
      if (asksForCommands(thread, clock.now()))
        countAnew(
          thread,
          [...wanted.keys()].filter((hash) => !approvals.has(hash)),
        )
      return {
        commands: [...wanted.values()].map((one) => viewOf(one, approvals)),
        leftOut:
          leftOut === null
            ? null
            : { lines: leftOut.at.flatMap((at) => lines[at] ?? []).map(placeOf), why: leftOut.why },
        missing: lines.flatMap(({ key, line }) => {
          const why = missing.get(key)
          return why === undefined ? [] : [{ line, why }]
        }),
      }
    }),
    set: os.approvals.set.handler(async ({ input, context, errors }) => {
      const thread = trustedOr(input.id, errors)
      const lines = commandLines(await readDoc(thread, { ports, store }, errors), thread)
      const offered = await ports.repositories.listCommands(thread.repoPath, lines)
      store.together(() => {
        for (const hash of input.hashes) {
          const request = offered.find((c) => c.hash === hash)
          if (request === undefined && input.approved)
            throw errors.CONFLICT({
              message:
                `No command of HEARTBEAT.md has the hash ${hash.slice(0, 12)}…: the file or the script ` +
                'changed since it was shown. Nothing was approved.',
            })
          if (!input.approved) store.permissions.revoke(thread.id, hash)
          else if (request !== undefined) store.permissions.approve(thread.id, request, clock.now())
        }
      })
      ports.log('info', 'authority.changed', {
        threadId: thread.id,
        what: input.approved ? 'approved' : 'revoked',
        count: input.hashes.length,
        origin: context.origin,
      })
      await documents.refresh(thread.id)
      if (input.approved && input.beat) {
        // An agent is not started for what the app alone was allowed to do.
        engine.wake(thread.id, 'manual', thread.agent.kind === 'local' ? 'daily' : null)
        engine.tick()
      }
      return null
    }),
  }
}

const placeOf = ({ line, text }: LeftOutLines['lines'][number]): LeftOutLines['lines'][number] => ({
  line,
  text,
})

/** What a person is shown of a command before they approve it. */
export function viewOf({ request, tasks, places }: Wanted, approvals: Approvals): ApprovalView {
  const before = approvals.has(request.hash) ? undefined : newestOf(approvals, request.text)
  return {
    ...request,
    tasks,
    places,
    approvedAt: approvals.get(request.hash)?.approvedAt ?? null,
    changed: before !== undefined,
    filesBefore: before?.files ?? null,
  }
}

interface Wanted {
  readonly request: ApprovalRequest
  readonly tasks: string[]
  readonly places: TaskPlace[]
}

/** Each command once, by its hash, with all lines that ask for it. */
function wantedBy(
  lines: ReturnType<typeof commandLines>,
  commands: readonly (ApprovalRequest | null)[],
): ReadonlyMap<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  for (const [at, task] of lines.entries()) {
    const request = commands[at] ?? null
    if (request === null) continue
    const entry = wanted.get(request.hash) ?? { request, tasks: [], places: [] }
    entry.tasks.push(task.text)
    entry.places.push({ line: task.line, tier: task.tier })
    wanted.set(request.hash, entry)
  }
  return wanted
}

type Approvals = ReturnType<ApiParts['store']['permissions']['approvals']>

const newestOf = (approvals: Approvals, text: string) =>
  [...approvals.values()]
    .filter((approval) => approval.text === text)
    .sort((a, b) => b.approvedAt - a.approvedAt)[0]

/** A script was edited since the list was read: all who count what waits count it anew, once for each edit. */
function counting(documents: ApiParts['documents']): (thread: Thread, wanted: readonly string[]) => void {
  const countedFor = new Map<ThreadId, string>() // what was wanted when it was counted anew
  return (thread, wanted) => {
    const print = wanted.toSorted().join()
    if (wanted.length === documents.approvalsWanted(thread)) countedFor.delete(thread.id)
    else if (countedFor.get(thread.id) !== print) {
      countedFor.set(thread.id, print)
      documents.relistCommands(thread.id)
      void documents.refresh(thread.id)
    }
  }
}
