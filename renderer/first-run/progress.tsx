import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { FIRST_RUN } from './copy.ts'
import { STEPS, type Step } from './steps.ts'

function markOf(i: number, at: number): string {
  if (i < at) return 'bg-quiet-tint text-quiet'
  return i === at ? 'bg-inverse text-on-inverse' : 'bg-neutral-tint'
}

/** Which step this is, and what the others are about. */
export function Progress({ step }: { step: Step }): ReactNode {
  const at = STEPS.indexOf(step)
  return (
    <ol
      aria-label={FIRST_RUN.stepOf(at + 1, STEPS.length, FIRST_RUN.steps[step])}
      className="flex flex-wrap gap-x-4 gap-y-1 text-12"
    >
      {STEPS.map((s, i) => (
        <li
          key={s}
          aria-current={s === step ? 'step' : undefined}
          className={`flex items-center gap-1.5 ${i === at ? 'font-semibold text-ink' : 'text-ink-3'}`}
        >
          <span
            aria-hidden
            className={`flex size-4 items-center justify-center rounded-full text-[10px] ${markOf(i, at)}`}
          >
            {i < at ? <Check size={11} strokeWidth={3} /> : i + 1}
          </span>
          {FIRST_RUN.steps[s]}
        </li>
      ))}
    </ol>
  )
}
