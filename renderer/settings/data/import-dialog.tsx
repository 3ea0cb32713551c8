import { useState, type ReactNode } from 'react'
import type { ImportChoice, ImportPlan, ImportThread } from '../../../shared/contract/archive.ts'
import { plural } from '../../../shared/base/plural.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Checkbox, inputClass, Select } from '../../kit/field.tsx'
import { IMPORT_COPY as COPY } from './data-copy.ts'
import { fullTime } from '../../kit/time.ts'
import { useBackups } from './use-backups.ts'

const TONE = { new: 'accent', same: 'quiet', conflict: 'alert' } as const
const usual = (thread: ImportThread): ImportChoice => (thread.state === 'new' ? 'theirs' : 'mine')

/** What an archive would bring, thread by thread; nothing changes before the last button. */
export function ImportDialog({
  path,
  first,
  onClose,
}: {
  path: string
  first: ImportPlan
  onClose: () => void
}): ReactNode {
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
        keepTrust,
        confirmed: true,
      }),
    )
    setBusy(false)
    if (done === null) return
    refresh()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width={820}
      title={COPY.title}
      description={COPY.from(fullTime(Date.parse(plan.exportedAt)), plan.app)}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={busy || (coming === 0 && !withSettings)} onClick={() => void go()}>
            {coming === 0 && !withSettings
              ? COPY.none
              : COPY.go(coming === 0 ? COPY.theSettings : plural(coming, 'thread'))}
          </Button>
        </>
      }
    >
      {plan.whole && <p className="mb-3 text-13 text-ink-2">{COPY.whole}</p>}
      <ul aria-label={COPY.threads} className="divide-y divide-line rounded-card border border-line">
        {plan.threads.map((t) => (
          <li key={t.id} aria-label={t.name} className="flex items-start gap-3 px-3 py-2">
            <span className="w-18 shrink-0 pt-0.5">
              <Chip tone={TONE[t.state]}>{COPY.state[t.state]}</Chip>
            </span>
            <div className="min-w-0 flex-1">
              <p className="text-13 font-medium">
                {t.name}{' '}
                <span className="font-normal text-ink-3">
                  {plural(t.runs, 'run')}
                  {t.mine !== null && COPY.hereRuns(t.mine.runs)}
                </span>
              </p>
              <p className="font-mono text-11 break-all text-ink-3">{t.repoPath}</p>
              {t.differences.length > 0 && (
                <p className="text-12 text-ink-2">{COPY.different(t.differences.join(', '))}</p>
              )}
              {t.missing !== null && (
                <p className="mt-0.5 flex items-center gap-2 text-12 text-alert">
                  {COPY.missing}{' '}
                  <Button
                    size="s"
                    disabled={busy}
                    aria-label={COPY.locateWhat(t.name)}
                    onClick={() => void locate(t)}
                  >
                    {COPY.locate}
                  </Button>
                </p>
              )}
              {t.executes !== null && (
                <p className="font-mono text-11 break-all text-ink-2">
                  {COPY.runs(JSON.stringify(t.executes))}
                </p>
              )}
            </div>
            {!plan.whole && t.state !== 'same' && (
              <Select
                label={COPY.whatToDo(t.name)}
                value={choiceOf(t)}
                options={(t.state === 'new' ? COPY.newChoice : COPY.choice) as Record<ImportChoice, string>}
                onChange={(choice) => setChosen({ ...chosen, [t.id]: choice })}
              />
            )}
          </li>
        ))}
      </ul>
      {plan.threads.some((t) => t.state === 'conflict') && (
        <p className="mt-2 text-12 text-ink-3">{COPY.bothHelp}</p>
      )}
      <fieldset className="mt-4">
        <legend className="text-12 text-ink-3">{COPY.remapHelp}</legend>
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          <input
            aria-label={COPY.moveFrom}
            placeholder="/home/old"
            className={`${inputClass} min-w-0 flex-1 font-mono text-12`}
            value={from}
            onChange={(e) => setFrom(e.target.value)}
            spellCheck={false}
          />
          <input
            aria-label={COPY.moveTo}
            placeholder="/home/me"
            className={`${inputClass} min-w-0 flex-1 font-mono text-12`}
            value={to}
            onChange={(e) => setTo(e.target.value)}
            spellCheck={false}
          />
          <Button disabled={busy || from.trim() === '' || to.trim() === ''} onClick={() => void again()}>
            {COPY.remap}
          </Button>
        </div>
      </fieldset>
      <div className="mt-4 flex flex-col gap-2 text-13">
        {plan.settings > 0 && (
          <span className="flex items-center gap-2">
            <Checkbox
              label={COPY.withSettings(plural(plan.settings, 'setting'))}
              checked={withSettings}
              onChange={setWithSettings}
            />
            <span aria-hidden>{COPY.withSettings(plural(plan.settings, 'setting'))}</span>
          </span>
        )}
        <span className="flex items-center gap-2">
          <Checkbox label={COPY.keepTrust} checked={keepTrust} onChange={setKeepTrust} />
          <span aria-hidden>{COPY.keepTrust}</span>
        </span>
        {!keepTrust && <p className="text-12 text-ink-3">{COPY.held}</p>}
        {plan.leftOut.length > 0 && (
          <p className="text-12 text-ink-3">{COPY.secrets(plural(plan.leftOut.length, 'secret'))}</p>
        )}
      </div>
    </Dialog>
  )
}
