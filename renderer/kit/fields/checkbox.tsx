import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'

export function Checkbox({
  checked,
  onChange,
  label,
  disabled,
  ...rest
}: { checked: boolean; onChange: (on: boolean) => void; label: string; disabled?: boolean } & Pick<
  ComponentProps<'input'>,
  'id'
>): ReactNode {
  return (
    <BaseCheckbox.Root
      {...rest}
      checked={checked}
      onCheckedChange={onChange}
      aria-label={label}
      disabled={disabled ?? false}
      className="flex size-4 shrink-0 items-center justify-center rounded-[4px] border border-line-strong bg-surface data-[checked]:border-accent data-[checked]:bg-accent data-[disabled]:opacity-50"
    >
      <BaseCheckbox.Indicator className="text-on-accent">
        <Check size={12} strokeWidth={3} />
      </BaseCheckbox.Indicator>
    </BaseCheckbox.Root>
  )
}
