import type { ReactNode } from 'react'
import type { ImportChoice, ImportPlan, ImportThread } from '../../../shared/contract/archive.ts'
import { NOT_SIGNED_WORDS } from '../../../shared/contract/authority.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { Button } from '../../kit/button.tsx'
import { Chip } from '../../kit/chip.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { inputClass } from '../../kit/field.tsx'
import { Checkbox } from '../../kit/fields/checkbox.tsx'
import { Select } from '../../kit/fields/select.tsx'
import { fullTime } from '../../kit/time.ts'
import { AuthorityList } from './authority-list.tsx'
import { IMPORT_COPY as COPY } from './data-copy.ts'
import { useImport, type ImportWork } from './use-import.ts'

const TONE = { new: 'accent', same: 'quiet', conflict: 'alert' } as const

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
  const work = useImport(path, first, onClose)
  const { plan, busy, coming, withSettings, go } = work
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
            {goWord(work)}
          </Button>
        </>
      }
    >
      {plan.whole && <p className="mb-3 text-13 text-ink-2">{COPY.whole}</p>}
      <ul aria-label={COPY.threads} className="divide-y divide-line rounded-card border border-line">
        {plan.threads.map((t) => (
          <Thread key={t.id} thread={t} work={work} />
        ))}
      </ul>
      {plan.whole && (
        <AuthorityList
          label={COPY.bringsFleet}
          authorities={plan.authority.brings.filter((a) => a.threadId === null)}
        />
      )}
      <NotTaken work={work} />
      {plan.threads.some((t) => t.state === 'conflict') && (
        <p className="mt-2 text-12 text-ink-3">{COPY.bothHelp}</p>
      )}
      <Remap work={work} />
      <Options work={work} />
    </Dialog>
  )
}

function goWord({ coming, withSettings }: ImportWork): string {
  if (coming > 0) return COPY.go(plural(coming, 'thread'))
  return withSettings ? COPY.go(COPY.theSettings) : COPY.none
}

interface Props {
  readonly work: ImportWork
}

function Thread({ thread: t, work }: Props & { thread: ImportThread }): ReactNode {
  const { plan, choiceOf, choose } = work
  return (
    <li aria-label={t.name} className="flex items-start gap-3 px-3 py-2">
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
        {t.missing !== null && <Missing thread={t} work={work} />}
        {choiceOf(t) === 'theirs' && (
          <AuthorityList
            label={COPY.brings(t.name)}
            authorities={plan.authority.brings.filter((a) => a.threadId === t.id)}
          />
        )}
      </div>
      {!plan.whole && t.state !== 'same' && (
        <Select
          label={COPY.whatToDo(t.name)}
          value={choiceOf(t)}
          options={(t.state === 'new' ? COPY.newChoice : COPY.choice) as Record<ImportChoice, string>}
          onChange={(choice) => choose(t.id, choice)}
        />
      )}
    </li>
  )
}

/** Whose archive it is, and what of it does not come for that reason. */
function NotTaken({ work: { plan } }: Props): ReactNode {
  const { signed, notTaken } = plan.authority
  return (
    <div className="mt-2 text-12 text-ink-2">
      <p>{signed ? COPY.signed : NOT_SIGNED_WORDS}</p>
      {notTaken.map((sentence) => (
        <p key={sentence}>{sentence}.</p>
      ))}
    </div>
  )
}

function Missing({ thread: t, work: { busy, locate } }: Props & { thread: ImportThread }): ReactNode {
  return (
    <p className="mt-0.5 flex items-center gap-2 text-12 text-alert">
      {COPY.missing}{' '}
      <Button size="s" disabled={busy} aria-label={COPY.locateWhat(t.name)} onClick={() => void locate(t)}>
        {COPY.locate}
      </Button>
    </p>
  )
}

function Remap({ work: { from, setFrom, to, setTo, busy, again } }: Props): ReactNode {
  return (
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
  )
}

function Options({
  work: { plan, withSettings, setWithSettings, keepTrust, setKeepTrust },
}: Props): ReactNode {
  return (
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
      {plan.authority.signed && (
        <span className="flex items-center gap-2">
          <Checkbox label={COPY.keepTrust} checked={keepTrust} onChange={setKeepTrust} />
          <span aria-hidden>{COPY.keepTrust}</span>
        </span>
      )}
      {plan.authority.signed && !keepTrust && <p className="text-12 text-ink-3">{COPY.held}</p>}
      {plan.leftOut.length > 0 && (
        <p className="text-12 text-ink-3">{COPY.secrets(plural(plan.leftOut.length, 'secret'))}</p>
      )}
    </div>
  )
}
