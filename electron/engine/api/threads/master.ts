import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { MasterView } from '../../../../shared/contract/threads.ts'
import { MASTER_NUMBER, masterOf } from '../../../../shared/threads/master.ts'
import { setMasterLines } from '../../playbook/master/master-lines.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { lookup, type ApiErrors } from '../lookup.ts'
import { os, type ApiContext, type ApiParts, type CoreParts } from '../parts.ts'

const FOLDERS_NAME = 'Master'

type Parts = CoreParts & Pick<ApiParts, 'documents' | 'mastersFolder'>

/** Which thread is the master. */
export function masterHandlers(parts: Parts) {
  const { store, engine } = parts
  const { threadOr } = lookup(store)
  return {
    setMaster: os.threads.setMaster.handler(async ({ input, context, errors }) => {
      const before = masterOf(store.threads.list())
      if (input.to === 'folder') await takeFolder(parts, context.origin, errors)
      else {
        const id = input.to === 'thread' ? threadOr(input.id, errors).id : null
        if (id !== null) refuseTwoNumbers(store.threads.list(), id, errors)
        setMaster(id, parts, context.origin)
      }
      const after = masterOf(store.threads.list())
      const notes: (string | null)[] = []
      if (before !== null && before.id !== after?.id) notes.push(await setMasterLines(before, false, parts))
      if (after !== null) notes.push(await setMasterLines(after, true, parts))
      engine.followThreads()
      engine.tick()
      return { master: viewOf(after), notes: notes.filter((note) => note !== null) }
    }),
  }
}

const viewOf = (master: Thread | null): MasterView | null =>
  master && {
    id: master.id,
    number: master.number,
    name: master.name,
    repoPath: master.repoPath,
    trusted: master.trustedAt !== null,
    hasAgent: master.agent.kind !== 'local',
  }

function setMaster(id: ThreadId | null, { ports, store }: CoreParts, origin: ApiContext['origin']): void {
  store.threads.setMaster(id)
  ports.log('info', 'authority.changed', { threadId: id, what: 'master', origin })
}

/** The folder is made where there is none, and is a thread from then on; what lies in it stays. */
async function takeFolder(
  parts: Parts,
  origin: ApiContext['origin'],
  errors: Pick<ApiErrors, 'INVALID' | 'UNAVAILABLE'>,
): Promise<void> {
  const { ports, store, engine, mastersFolder } = parts
  if (mastersFolder === undefined)
    throw errors.UNAVAILABLE({
      message: 'This history is in no data folder, so no folder can be made in it.',
    })
  const made = await mastersFolder()
  if (!made.ok) throw errors.INVALID({ message: made.error.message })
  const found = await ports.repositories.identify(made.value)
  if (!found.ok) throw errors.INVALID({ message: found.error.message })
  const repoPath = found.value.realPath
  const known = store.threads.list().find((thread) => thread.repoPath === repoPath)
  refuseTwoNumbers(store.threads.list(), known?.id ?? null, errors)
  const now = ports.clock.now()
  store.together(() => {
    if (known !== undefined) {
      store.threads.change(known.id, { removeAt: null })
      setMaster(known.id, parts, origin)
      return engine.slots.replan(known.id)
    }
    const added = store.threads.add({
      id: ports.ids('thr'),
      name: FOLDERS_NAME,
      repoPath,
      intervalMs: engine.settings().defaultIntervalMs,
      trustedAt: now, // the app made it a moment ago
      createdAt: now,
      isMastersFolder: true,
    })
    if (added === 'exists') return
    setMaster(added.id, parts, origin)
    engine.slots.replan(added.id)
    engine.wake(added.id, 'added', null)
    ports.log('info', 'thread.added', { threadId: added.id, number: added.number, trusted: true })
  })
}

/** Nobody else may have the number by which the master is called: a message to it would reach the wrong one. */
function refuseTwoNumbers(
  threads: readonly Thread[],
  id: ThreadId | null,
  errors: Pick<ApiErrors, 'INVALID'>,
): void {
  const other = threads.find((thread) => thread.number === MASTER_NUMBER && thread.id !== id)
  if (other === undefined) return
  throw errors.INVALID({
    message:
      `Thread ${MASTER_NUMBER} is "${other.name}", and the master is called by that number. Remove it first; its ` +
      `files in ${other.repoPath} stay.`,
  })
}
