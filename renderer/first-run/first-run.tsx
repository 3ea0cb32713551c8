import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button, Kbd } from '../kit/button.tsx'
import { Welcome } from './welcome.tsx'
import { FIRST_RUN } from './copy.ts'
import { WELCOME } from './welcome-copy.ts'
import { AgentsStep } from './agents-step.tsx'
import { BeatStep } from './beat-step.tsx'
import { PACES, useChoices, useFinder } from './choices.ts'
import { TryDemo } from './demo.tsx'
import { FindRepositories } from './finding/find-repositories.tsx'
import { NoticesStep } from './notices-step.tsx'
import { PaceStep } from './pace-step.tsx'
import { Lead } from './parts.tsx'
import { PermissionsStep } from './permissions-step.tsx'
import { after, before, stepOf, stepPath, STEPS, type Step } from './steps.ts'
import { isMod } from '../kit/keys.ts'
import { navigate, PLACES, useHashSearch } from '../client/navigation.ts'

const PART: Record<Exclude<Step, 'what'>, () => ReactNode> = {
  agents: AgentsStep,
  repositories: RepositoriesStep,
  pace: PaceStep,
  permissions: PermissionsStep,
  notices: NoticesStep,
  beat: BeatStep,
}

/** From nothing to a proven beat, in seven short steps; any of them may be skipped, and all of it. */
export function FirstRunPage(): ReactNode {
  const step = stepOf(useHashSearch())
  return step === 'what' ? <Welcome /> : <StepPage key={step} step={step} />
}

function StepPage({ step }: { step: Exclude<Step, 'what'> }): ReactNode {
  const { client } = useBridge()
  const heading = useRef<HTMLHeadingElement>(null)
  const { added, pace } = useChoices()
  const asksTrust = useFinder((f) => f.chosen.size > 0) && step === 'permissions'
  const next = after(step)
  const back = before(step)
  const leave = async (): Promise<void> => {
    if ((await attempt(client.settings.change({ welcomed: true }))) !== null) navigate(PLACES.today)
  }
  const go = async (): Promise<void> => {
    // A pace that was changed on the way back counts for what is there already.
    if (step === 'pace' && added.length > 0) {
      await attempt(client.settings.change({ defaultIntervalMs: PACES[pace] }))
      for (const id of added) await attempt(client.threads.change({ id, intervalMs: PACES[pace] }))
    }
    if (next === null) await leave()
    else navigate(stepPath(next))
  }
  useGoKey(go)
  useEffect(() => heading.current?.focus(), [])
  const Part = PART[step]
  return (
    <div className="mx-auto flex w-full max-w-[960px] flex-1 flex-col px-7 pt-6 pb-6 max-[1000px]:px-5">
      <Progress step={step} />
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-5 mb-1 text-20 font-semibold tracking-[-0.01em] outline-none"
      >
        {FIRST_RUN.steps[step]}
      </h1>
      <div className="flex-1">
        <Part />
      </div>
      <footer className="sticky bottom-0 -mx-2 mt-6 flex flex-wrap items-center gap-2 border-t border-line bg-canvas px-2 py-3">
        <TryDemo />
        <Button look="ghost" onClick={() => void leave()}>
          {WELCOME.leave}
        </Button>
        <span className="flex-1" />
        {back !== null && <Button onClick={() => navigate(stepPath(back))}>{FIRST_RUN.back}</Button>}
        {next !== null && <Button onClick={() => navigate(stepPath(next))}>{FIRST_RUN.skip}</Button>}
        <Button look={asksTrust ? 'secondary' : 'primary'} onClick={() => void go()}>
          {next === null ? FIRST_RUN.finish : FIRST_RUN.next} <Kbd keys="Mod+Enter" />
        </Button>
      </footer>
    </div>
  )
}

/** Mod+Enter, wherever the focus is, but not behind a dialog. */
function useGoKey(go: () => Promise<void>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      !isMod(event) ||
      event.key !== 'Enter' ||
      event.defaultPrevented ||
      document.querySelector('[role=dialog], [role=alertdialog]') !== null
    )
      return
    event.preventDefault()
    void go()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

function markOf(i: number, at: number): string {
  if (i < at) return 'bg-quiet-tint text-quiet'
  return i === at ? 'bg-inverse text-on-inverse' : 'bg-neutral-tint'
}

function Progress({ step }: { step: Step }): ReactNode {
  const at = STEPS.indexOf(step)
  return (
    <ol
      aria-label={FIRST_RUN.stepOf(at + 1, STEPS.length, FIRST_RUN.steps[step])}
      className="flex flex-wrap gap-x-3.5 gap-y-1 text-12"
    >
      {STEPS.map((s, i) => (
        <li
          key={s}
          aria-current={s === step ? 'step' : undefined}
          className={`flex items-center gap-1.5 ${i === at ? 'font-semibold text-ink' : 'text-ink-3'}`}
        >
          <span
            aria-hidden
            className={
              'flex size-4 items-center justify-center rounded-full text-[10px] ' + `${markOf(i, at)}`
            }
          >
            {i < at ? <Check size={11} strokeWidth={3} /> : i + 1}
          </span>
          <span className={i === at ? '' : 'max-[1250px]:sr-only'}>{FIRST_RUN.steps[s]}</span>
        </li>
      ))}
    </ol>
  )
}

function RepositoriesStep(): ReactNode {
  const chosen = useFinder((f) => f.chosen.size)
  return (
    <>
      <Lead>{FIRST_RUN.repositories.lead}</Lead>
      <FindRepositories finder={useFinder} />
      <p role="status" className="mt-3 text-13 font-medium">
        {FIRST_RUN.repositories.picked(chosen)}
      </p>
    </>
  )
}
