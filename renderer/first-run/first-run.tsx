import { useEffect, useRef, type ReactNode } from 'react'
import { Button, Kbd } from '../kit/button.tsx'
import { Welcome } from './welcome.tsx'
import { FIRST_RUN } from './copy.ts'
import { WELCOME } from './welcome-copy.ts'
import { AgentsStep } from './agents-step.tsx'
import { useChoices, useFinder } from './choices.ts'
import { TryDemo } from './demo.tsx'
import { FINDER } from './finding/copy.ts'
import { FindRepositories } from './finding/find-repositories.tsx'
import { NoticesStep } from './notices-step.tsx'
import { Pace } from './pace.tsx'
import { Lead } from './parts.tsx'
import { PermissionsStep } from './trust/permissions-step.tsx'
import { Progress } from './progress.tsx'
import { before, stepOf, stepPath, type Step } from './steps.ts'
import { useLeave, useWayOn } from './way-on.ts'
import { useGoKey } from '../kit/fields/use-go-key.ts'
import { navigate, useHashSearch } from '../client/navigation.ts'

const PART: Record<Exclude<Step, 'what'>, () => ReactNode> = {
  agents: AgentsStep,
  repositories: RepositoriesStep,
  permissions: PermissionsStep,
  notices: NoticesStep,
}

/** From nothing to proven beats, in five short steps with one way on each; all of it may be skipped. */
export function FirstRunPage(): ReactNode {
  const step = stepOf(useHashSearch())
  return step === 'what' ? <Welcome /> : <StepPage key={step} step={step} />
}

function StepPage({ step }: { step: Exclude<Step, 'what'> }): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null)
  const isBeating = useIsBeating() && step === 'permissions'
  // What follows the trust is read from its beginning as well.
  useEffect(() => heading.current?.focus(), [isBeating])
  const Part = PART[step]
  return (
    <div className="mx-auto flex w-full max-w-[960px] flex-1 flex-col px-7 pt-6 max-[1000px]:px-5">
      <Progress step={step} />
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-5 mb-1 text-20 font-semibold tracking-[-0.01em] outline-none"
      >
        {isBeating ? FIRST_RUN.beat.title : FIRST_RUN.steps[step]}
      </h1>
      <div className="flex-1">
        <Part />
      </div>
      <Ways step={step} />
    </div>
  )
}

/** What was picked is trusted, and its first beats are what there is to see. */
const useIsBeating = (): boolean => {
  const hasAdded = useChoices((c) => c.added.length > 0)
  return useFinder((f) => f.chosen.size === 0) && hasAdded
}

/** Where one can go from here: on, back, and out. */
function Ways({ step }: { step: Step }): ReactNode {
  const leave = useLeave()
  const { words, isBusy, go, skip } = useWayOn(step)
  useGoKey(go, isNoDialogOpen)
  const back = before(step)
  return (
    <footer className="sticky bottom-0 -mx-2 mt-6 flex flex-wrap items-center gap-2 border-t border-line bg-canvas px-2 py-3">
      <TryDemo />
      {words !== FIRST_RUN.finish && (
        <Button look="ghost" onClick={() => void leave()}>
          {WELCOME.leave}
        </Button>
      )}
      <span className="flex-1" />
      {back !== null && <Button onClick={() => navigate(stepPath(back))}>{FIRST_RUN.back}</Button>}
      {skip !== null && <Button onClick={skip}>{FIRST_RUN.skip}</Button>}
      <Button look="primary" disabled={isBusy} onClick={go}>
        {words} <Kbd keys="Mod+Enter" />
      </Button>
    </footer>
  )
}

const isNoDialogOpen = (): boolean => document.querySelector('[role=dialog], [role=alertdialog]') === null

function RepositoriesStep(): ReactNode {
  const chosen = useFinder((f) => f.chosen.size)
  return (
    <>
      <Lead>{FIRST_RUN.repositories.lead}</Lead>
      <FindRepositories finder={useFinder} />
      <p role="status" className="mt-3 text-13 font-medium">
        {FINDER.picked(chosen)}
      </p>
      <Pace />
    </>
  )
}
