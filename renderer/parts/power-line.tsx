import { BatteryMedium } from 'lucide-react'
import type { ReactNode } from 'react'
import { PARTS } from './copy.ts'
import { useFleet } from '../client/live.ts'
import { navigate, PLACES } from '../client/navigation.ts'
import { Button } from '../kit/button.tsx'
import { Banner } from '../kit/parts.tsx'

/** Said only while power or network hold beats back or make them rarer. */
export function PowerLine(): ReactNode {
  const power = useFleet((fleet) => fleet.power)
  if (power.policy === 'run') return null
  const what = power.policy === 'hold' ? PARTS.power.held : PARTS.power.rarer
  return (
    <Banner
      tone="grey"
      icon={<BatteryMedium size={16} />}
      action={
        <Button size="s" look="ghost" onClick={() => navigate(PLACES.settings)}>
          Settings
        </Button>
      }
    >
      {power.because ?? (power.onBattery === true ? PARTS.power.onBattery : PARTS.power.metered)} {what}
    </Banner>
  )
}
