import { FlaskConical } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { attempt } from '../client/attempt.ts'
import { useBridge } from '../client/bridge.ts'
import { Button } from '../kit/button.tsx'
import { Banner } from '../kit/parts.tsx'
import { DEMO as COPY } from './welcome-copy.ts'
import { useFleet } from '../client/live.ts'

/** A fleet to look at, in a second window that has nothing to do with this one. */
export function TryDemo({ size = 'm' }: { size?: 's' | 'm' }): ReactNode {
  const { client } = useBridge()
  const isDemo = useFleet((fleet) => fleet.demo)
  const [isOpening, setOpening] = useState(false)
  if (isDemo) return null
  const open = async (): Promise<void> => {
    setOpening(true)
    await attempt(client.demo.open(), COPY.opened)
    setOpening(false)
  }
  return (
    <Button look="ghost" size={size} disabled={isOpening} onClick={() => void open()}>
      <FlaskConical size={15} /> {isOpening ? COPY.opening : COPY.open}
    </Button>
  )
}

/** On every page of the demo: what it is, and the one click that ends it. */
export function DemoMark(): ReactNode {
  const { client } = useBridge()
  const isDemo = useFleet((fleet) => fleet.demo)
  if (!isDemo) return null
  return (
    <div className="mx-auto w-full max-w-[1440px] px-7 pt-4 max-[1000px]:px-5 [&>*]:mb-0">
      <Banner
        tone="grey"
        icon={<FlaskConical size={16} className="shrink-0" />}
        action={
          <Button size="s" onClick={() => void attempt(client.shell.quit())}>
            {COPY.remove}
          </Button>
        }
      >
        {COPY.mark}
      </Banner>
    </div>
  )
}
