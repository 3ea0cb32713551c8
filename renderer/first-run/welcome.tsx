import { FolderPlus, FolderSearch } from 'lucide-react'
import type { ReactNode } from 'react'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { TryDemo } from './demo.tsx'
import { stepPath } from './steps.ts'
import { WELCOME } from './welcome-copy.ts'
import { useLive } from '../client/live.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { useUi } from '../client/ui-state.ts'
import { Button } from '../kit/button.tsx'

/**
 * The first step of the first run, and what an empty profile shows: what this is, in one picture and
 * three words, one way on, and quieter ones around the tour.
 */
export function Welcome(): ReactNode {
  const { client } = useBridge()
  const openAdding = useUi((s) => s.openAdding)
  const isEmpty = useLive((live) => live.threads.size === 0)
  const leave = async (): Promise<void> => {
    if ((await attempt(client.settings.change({ welcomed: true }))) !== null) navigate(PLACES.today)
  }
  return (
    <div className="flex flex-1 flex-col items-center justify-center px-8 py-10 text-center">
      <Picture />
      <h1 className="mt-6 text-20 font-semibold tracking-[-0.01em]">{WELCOME.title}</h1>
      <dl className="mt-4 grid max-w-[760px] grid-cols-3 gap-x-6 text-left">
        {WELCOME.what.words.map(([word, meaning]) => (
          <div key={word}>
            <dt className="text-13 font-medium">{word}</dt>
            <dd className="text-12 text-ink-2">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-[72ch] text-12 text-balance text-ink-2">{WELCOME.what.honest}</p>
      <Button look="primary" className="mt-6" onClick={() => navigate(stepPath('agents'))}>
        {WELCOME.begin}
      </Button>
      <div role="group" aria-label={WELCOME.instead} className="mt-3 flex flex-wrap justify-center gap-1">
        <Button look="ghost" onClick={() => openAdding()}>
          <FolderPlus size={15} /> {WELCOME.add}
        </Button>
        <Button look="ghost" onClick={() => openAdding({ scan: true })}>
          <FolderSearch size={15} /> {WELCOME.scan}
        </Button>
        <TryDemo />
        {/* Without a thread it would lead here again. */}
        {!isEmpty && (
          <Button look="ghost" onClick={() => void leave()}>
            {WELCOME.leave}
          </Button>
        )}
      </div>
    </div>
  )
}

const BARS = [8, 8, 8, 8, 3, 8, 8, 8, 26, 8, 8, 8, 8, 8, 8, 3, 8, 8, 8, 8, 8, 8]

function Picture(): ReactNode {
  return (
    <div
      role="img"
      aria-label={WELCOME.what.picture}
      className="w-[440px] max-w-full rounded-card border border-line bg-surface px-5 py-4 text-left"
    >
      <div className="flex items-center gap-3">
        <svg viewBox="0 0 16 16" width="16" height="16" className="text-quiet">
          <path
            d="m4 8.4 2.8 2.8L12 5.6"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <div className="flex-1">
          <div className="text-13 font-medium">your-repository</div>
          <div className="font-mono text-11 text-ink-3">{WELCOME.tiers}</div>
        </div>
        <svg width={BARS.length * 7} height="34" viewBox={`0 0 ${BARS.length * 7} 34`}>
          {BARS.map((h, i) => (
            <rect
              key={i}
              x={i * 7}
              y={34 - h}
              width="5"
              height={h}
              rx="1"
              fill={h > 20 ? 'var(--alert-fill)' : 'var(--tick)'}
              stroke={h > 20 ? 'var(--alert-edge)' : 'none'}
            />
          ))}
        </svg>
      </div>
      <div className="mt-3 flex justify-between border-t border-line pt-2 text-11 text-ink-3">
        <span>{WELCOME.older}</span>
        <span>{WELCOME.tall}</span>
        <span>now</span>
      </div>
    </div>
  )
}
