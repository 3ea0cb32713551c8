import type { ReactNode } from 'react'
import { inputClass } from '../kit/field.tsx'
import { Switch } from '../kit/fields/switch.tsx'
import { Choice } from './choice.tsx'
import { JOB_EDITOR_COPY as COPY, JOB_WORDS } from './copy.ts'
import type { JobDraft } from './draft.ts'

const LABEL = 'grid grid-cols-[100px_1fr] items-center gap-3 text-13'

/** What its result does, and what becomes of times that pass while nothing can run. */
export function Circumstances({
  draft: d,
  problem,
  change,
}: {
  draft: JobDraft
  problem: string | undefined
  change: (with_: Partial<JobDraft>) => void
}): ReactNode {
  return (
    <div className="flex flex-col gap-2.5">
      <div className={LABEL}>
        <span className="text-ink-2">{d.action === 'event' ? COPY.text : COPY.result}</span>
        <Choice
          label={d.action === 'event' ? COPY.text : COPY.result}
          value={d.wake}
          options={JOB_WORDS.wake}
          onChange={(wake) => change({ wake })}
        />
      </div>
      <div className={`${LABEL} items-start`}>
        <span className="pt-1 text-ink-2">{COPY.missed}</span>
        <div>
          <Choice
            label={COPY.missed}
            value={d.catchUp}
            options={JOB_WORDS.catchUp}
            onChange={(catchUp) => change({ catchUp })}
          />
          <p className="mt-1 text-12 text-ink-3">
            {JOB_WORDS.catchUpMeaning[d.catchUp]}
            {d.catchUp === 'grace' && (
              <input
                aria-label={COPY.oldest}
                className={`${inputClass} ml-2 h-7 w-24`}
                value={d.grace}
                aria-invalid={problem !== undefined}
                onChange={(e) => change({ grace: e.target.value })}
              />
            )}
          </p>
          {problem !== undefined && (
            <p role="alert" className="text-12 text-urgent">
              {problem}
            </p>
          )}
        </div>
      </div>
      {d.kind === 'cron' && (
        <div className={LABEL}>
          <span className="text-ink-2">Spread</span>
          <div className="flex items-center gap-3">
            <Switch label={COPY.spread} checked={d.spread} onChange={(spread) => change({ spread })} />
            <span className="text-12 text-ink-3">{COPY.spreadHelp}</span>
          </div>
        </div>
      )}
    </div>
  )
}
