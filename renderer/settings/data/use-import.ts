import { useState } from 'react'
import type { ImportChoice, ImportPlan, ImportThread } from '../../../shared/contract/archive.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { useBackups } from './use-backups.ts'

const usual = (thread: ImportThread): ImportChoice => (thread.state === 'new' ? 'theirs' : 'mine')

/** What of an archive is to come, and where its folders are here. */
export function useImport(path: string, first: ImportPlan, onClose: () => void) {
  const { client } = useBridge()
  const { refresh } = useBackups()
  const [plan, setPlan] = useState(first)
  const [chosen, setChosen] = useState<Readonly<Record<string, ImportChoice>>>({})
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [withSettings, setWithSettings] = useState(first.whole && first.settings > 0)
  const [keepTrust, setKeepTrust] = useState(false)
  const [busy, setBusy] = useState(false)
  const choiceOf = (t: ImportThread): ImportChoice => (plan.whole ? 'theirs' : (chosen[t.id] ?? usual(t)))
  const coming = plan.threads.filter((t) => choiceOf(t) !== 'mine').length
  /** Folders that were found by hand, by the path they had there. */
  const [located, setLocated] = useState<Readonly<Record<string, string>>>({})
  const mapWith = (more: Readonly<Record<string, string>>): { from: string; to: string }[] => [
    ...(from.trim() === '' || to.trim() === '' ? [] : [{ from: from.trim(), to: to.trim() }]),
    ...Object.entries(more).map(([there, here]) => ({ from: there, to: here })),
  ]
  const map = mapWith(located)
  const locate = async (thread: ImportThread): Promise<void> => {
    const there = first.threads.find((t) => t.id === thread.id)?.repoPath
    const here = (await attempt(client.shell.chooseFolders()))?.[0]
    if (there === undefined || here === undefined) return
    const next = { ...located, [there]: here }
    setLocated(next)
    await again(mapWith(next))
  }
  const again = async (over = map): Promise<void> => {
    setBusy(true)
    const found = await attempt(client.data.importPlan({ path, map: over }))
    setBusy(false)
    if (found !== null) setPlan(found)
  }
  const go = async (): Promise<void> => {
    setBusy(true)
    const done = await attempt(
      client.data.importFrom({
        path,
        map,
        choices: Object.fromEntries(plan.threads.map((t) => [t.id, choiceOf(t)])),
        withSettings,
        keepTrust: keepTrust && plan.authority.signed,
        hash: plan.authority.hash,
        confirmed: true,
      }),
    )
    setBusy(false)
    if (done === null) return
    refresh()
    onClose()
  }
  return {
    ...{ plan, busy, coming, choiceOf, locate, again, go },
    ...{ from, setFrom, to, setTo, withSettings, setWithSettings, keepTrust, setKeepTrust },
    choose: (id: string, choice: ImportChoice): void => setChosen({ ...chosen, [id]: choice }),
  }
}
export type ImportWork = ReturnType<typeof useImport>
