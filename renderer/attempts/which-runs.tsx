import type { ReactNode } from 'react'
import type { AttemptsView } from '../../shared/contract/attempts.ts'
import { Button } from '../kit/button.tsx'
import { Select } from '../kit/fields/select.tsx'
import { ATTEMPTS_COPY as COPY } from './copy.ts'

export type Since = 'all' | 'pivot'
export const SinceSelect = ({
  value,
  onChange,
}: {
  value: Since
  onChange: (since: Since) => void
}): ReactNode => (
  <Select
    label={COPY.since}
    value={value}
    options={{ all: COPY.allRuns, pivot: COPY.sincePivot }}
    onChange={onChange}
  />
)

/** `onMore` null: that is all that the page can show. */
export const More = ({ shown, onMore }: { shown: number; onMore: (() => void) | null }): ReactNode => (
  <p className="mt-2 flex items-center gap-3 text-12 text-ink-3">
    {COPY.newest(shown)}
    {onMore !== null && (
      <Button size="s" onClick={onMore}>
        {COPY.showMore}
      </Button>
    )}
  </p>
)

/** The newest attempt that was known when another approach was asked for last; null: it never was. */
export const pivotOf = ({ interventions }: AttemptsView): number | null =>
  interventions.find(({ names, isReturned }) => names.includes('pivot') && !isReturned)?.attempt ?? null

export function sincePivot(view: AttemptsView): AttemptsView {
  const pivot = pivotOf(view) ?? 0
  return {
    ...view,
    attempts: view.attempts.filter(({ number }) => number > pivot),
    interventions: view.interventions.filter(({ attempt }) => attempt >= pivot),
  }
}
