import { BatteryMedium } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFleet } from '../live.ts'
import { navigate, PLACES } from '../navigation.ts'
import { Button } from './button.tsx'
import { Banner } from './parts.tsx'

/** Said only while power or network hold beats back or make them rarer. */
export function PowerLine(): ReactNode {
  const power = useFleet((fleet) => fleet.power)
  if (power.policy === 'run') return null
  const what = power.policy === 'hold' ? 'Beats and jobs that nobody asked for wait.' : 'Each thread is beaten at most every half hour.'
  return (
    <Banner tone="grey" icon={<BatteryMedium size={16} />} action={<Button size="s" look="ghost" onClick={() => navigate(PLACES.settings)}>Settings</Button>}>
      {power.because ?? (power.onBattery === true ? 'On battery.' : 'On a metered network.')} {what}
    </Banner>
  )
}
