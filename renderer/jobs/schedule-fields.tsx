import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useId, useMemo, useState, type ReactNode } from 'react'
import type { JobId } from '../../shared/base/ids.ts'
import type { JobPreview } from '../../shared/contract/jobs.ts'
import { isSpread } from '../../shared/jobs/is-spread.ts'
import { messageOf } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { inputClass } from '../kit/field.tsx'
import { MomentField } from '../kit/fields/time-field.tsx'
import { Pill } from '../kit/pill.tsx'
import { JOB_TIMES_COPY as COPY } from './copy.ts'
import { momentTime, inAWhile, useMinute } from '../kit/time.ts'
import { readSchedule, type JobDraft } from './draft.ts'
import { Choice } from './choice.tsx'

const SYSTEM_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone
const USUAL: readonly (readonly [string, string])[] = [
  [COPY.usual.hour, '0 * * * *'],
  [COPY.usual.day, '0 9 * * *'],
  [COPY.usual.weekdays, '0 9 * * 1-5'],
  [COPY.usual.mondays, '0 9 * * 1'],
  [COPY.usual.month, '0 9 1 * *'],
]

/** How long typing must rest before the engine is asked. */
const REST_MS = 250

interface Props {
  readonly id: JobId | undefined // undefined: a new one, which has no place within the spread yet
  readonly draft: JobDraft
  readonly error: string | undefined
  readonly change: (with_: Partial<JobDraft>) => void
}

const LABEL = 'grid grid-cols-[100px_1fr] items-center gap-3 text-13'

export function ScheduleFields({ id, draft, error, change }: Props): ReactNode {
  return (
    <div className="flex flex-col gap-2.5">
      <div className={LABEL}>
        <span className="text-ink-2">When</span>
        <Choice label="When" value={draft.kind} options={COPY.kinds} onChange={(kind) => change({ kind })} />
      </div>
      <FieldsOfKind draft={draft} change={change} />
      <Preview id={id} draft={draft} error={error} />
    </div>
  )
}

type FieldProps = Pick<Props, 'draft' | 'change'>
function FieldsOfKind(props: FieldProps): ReactNode {
  switch (props.draft.kind) {
    case 'at':
      return <AtField {...props} />
    case 'every':
      return <EveryFields {...props} />
    case 'cron':
      return <CronFields {...props} />
  }
}

function AtField({ draft: d, change }: FieldProps): ReactNode {
  const id = useId()
  return (
    <div className={LABEL}>
      <label htmlFor={id} className="text-ink-2">
        At
      </label>
      <MomentField id={id} className="w-56" value={d.at} onChange={(at) => change({ at })} />
    </div>
  )
}

function EveryFields({ draft: d, change }: FieldProps): ReactNode {
  const id = useId()
  return (
    <>
      <label className={LABEL}>
        <span className="text-ink-2">Every</span>
        <input
          className={`${inputClass} w-32`}
          value={d.every}
          placeholder="4 h"
          spellCheck={false}
          onChange={(e) => change({ every: e.target.value })}
        />
      </label>
      <div className={LABEL}>
        <label htmlFor={id} className="text-ink-2">
          {COPY.from}
        </label>
        <MomentField id={id} className="w-56" value={d.anchor} onChange={(anchor) => change({ anchor })} />
      </div>
    </>
  )
}

function CronFields({ draft: d, change }: FieldProps): ReactNode {
  const id = useId()
  return (
    <>
      <div className={`${LABEL} items-start`}>
        <label htmlFor={`${id}expr`} className="pt-1.5 text-ink-2">
          {COPY.line}
        </label>
        <div>
          <input
            id={`${id}expr`}
            className={`${inputClass} w-56 font-mono text-12`}
            value={d.expr}
            placeholder="0 9 * * 1-5"
            spellCheck={false}
            aria-describedby={`${id}help`}
            onChange={(e) => change({ expr: e.target.value })}
          />
          <p id={`${id}help`} className="mt-1 text-12 text-ink-3">
            {COPY.lineHelp}
          </p>
          <div className="mt-1.5 flex flex-wrap gap-x-1.5 gap-y-2" role="group" aria-label={COPY.usualLines}>
            {USUAL.map(([word, expr]) => (
              <Pill key={expr} pressed={d.expr.trim() === expr} onClick={() => change({ expr })}>
                {word}
              </Pill>
            ))}
          </div>
        </div>
      </div>
      <label className={LABEL}>
        <span className="text-ink-2">{COPY.zone}</span>
        <input
          className={`${inputClass} w-56`}
          list={`${id}zones`}
          value={d.timeZone}
          placeholder={COPY.thisZone(SYSTEM_ZONE)}
          spellCheck={false}
          onChange={(e) => change({ timeZone: e.target.value })}
        />
      </label>
      <datalist id={`${id}zones`}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}

/** The engine's own words for what was typed, its warnings, and the next five times. */
function Preview({
  id,
  draft,
  error,
}: {
  id: JobId | undefined
  draft: JobDraft
  error: string | undefined
}): ReactNode {
  const { api } = useBridge()
  const { kind, at, every, anchor, expr, timeZone } = draft
  const typed = useMemo(
    () => readSchedule({ kind, at, every, anchor, expr, timeZone } as JobDraft),
    [kind, at, every, anchor, expr, timeZone],
  )
  const rested = useRested(typed)
  const asked = typeof rested === 'string' ? null : rested
  const preview = useQuery({
    ...api.jobs.preview.queryOptions({
      input: {
        schedule: asked ?? { kind: 'at', at: 0 },
        spread: draft.spread,
        ...(id !== undefined && { id }),
      },
    }),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
  })
  const problem = error ?? (typeof typed === 'string' ? typed : problemOf(preview))
  const isOld = rested !== typed || preview.isPlaceholderData
  return (
    <section
      aria-label={COPY.next}
      aria-busy={isOld}
      className="ml-[112px] rounded-control border border-line bg-sunken px-3 py-2 text-12"
    >
      {problem !== null && (
        <p role="alert" className="text-urgent">
          {problem}
        </p>
      )}
      {problem === null && preview.data === undefined && <p className="text-ink-3">{COPY.looking}</p>}
      {problem === null && preview.data !== undefined && <Fires preview={preview.data} />}
      {problem === null && id === undefined && asked !== null && draft.spread && isSpread(asked) && (
        <p className="mt-1 text-ink-3">{COPY.placeless}</p>
      )}
    </section>
  )
}

const problemOf = (preview: UseQueryResult<JobPreview>): string | null =>
  preview.isError ? messageOf(preview.error) : (preview.data?.problem ?? null)

function Fires({ preview }: { preview: JobPreview }): ReactNode {
  const now = useMinute()
  return (
    <div>
      <p className="font-medium">{COPY.fires(preview.words)}</p>
      {preview.warnings.map((w) => (
        <p key={w} className="mt-1 flex gap-1.5 text-alert">
          <TriangleAlert size={13} className="mt-0.5 shrink-0" />
          {w}
        </p>
      ))}
      <ol className="mt-1 text-ink-2 tabular-nums">
        {preview.fires.map((fire) => (
          <li key={fire} className="flex justify-between gap-4">
            <span>{momentTime(fire)}</span>
            <span className="text-ink-3">{inAWhile(fire, now)}</span>
          </li>
        ))}
      </ol>
      {preview.fires.length === 0 && <p className="text-alert">{COPY.never}</p>}
    </div>
  )
}

function useRested<T>(value: T): T {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
