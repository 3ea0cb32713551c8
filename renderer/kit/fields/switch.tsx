import { Switch as BaseSwitch } from '@base-ui/react/switch'
import type { ReactNode } from 'react'

export function Switch({
  checked,
  onChange,
  label,
  disabled,
}: {
  checked: boolean
  onChange: (on: boolean) => void
  label: string
  disabled?: boolean
}): ReactNode {
  return (
    <BaseSwitch.Root
      checked={checked}
      onCheckedChange={onChange}
      aria-label={label}
      disabled={disabled ?? false}
      className="flex h-5 w-9 items-center rounded-full bg-line-strong p-0.5 transition-colors duration-120 data-[checked]:bg-accent data-[disabled]:opacity-50"
    >
      <BaseSwitch.Thumb className="size-4 rounded-full bg-surface transition-transform duration-120 data-[checked]:translate-x-4" />
    </BaseSwitch.Root>
  )
}
