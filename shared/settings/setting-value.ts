import { formatDuration, type Instant } from '../base/time.ts'

/**
 * What one setting may hold, as data: from it follow its type, its schema, its control on the settings page,
 * how the command line reads it, and its line in the documentation. Bounds are inclusive; those of durations
 * are in ms. `zero`: what 0 is called where it is allowed besides the bounds.
 */
export type SettingValue =
  | { readonly kind: 'switch'; readonly initial: boolean }
  | { readonly kind: 'choice'; readonly initial: string; readonly options: Readonly<Record<string, string>> }
  | { readonly kind: 'count'; readonly initial: number; readonly bounds: Bounds }
  | { readonly kind: 'percent'; readonly initial: number; readonly bounds: Bounds; readonly step: number }
  | {
      readonly kind: 'duration'
      readonly initial: number
      readonly bounds: Bounds
      readonly zero: string | null
      /** A control of its own draws it. */
      readonly own: boolean
    }
  | { readonly kind: 'time' /* of day, HH:MM */; readonly initial: string }
  | { readonly kind: 'moment'; readonly initial: null }
  | { readonly kind: 'port'; readonly initial: null; readonly bounds: Bounds }
  | { readonly kind: 'stroke'; readonly initial: null }
  /** Its schema and its first value stand in settings.ts. */
  | { readonly kind: 'structured' }

export type Bounds = readonly [least: number, most: number]

/** The type that a setting's value has. */
export type TypeOf<V extends SettingValue> = V extends { kind: 'switch' }
  ? boolean
  : V extends { kind: 'choice'; options: infer Options }
    ? keyof Options & string
    : V extends { kind: 'count' | 'percent' | 'duration' }
      ? number
      : V extends { kind: 'time' }
        ? string
        : V extends { kind: 'moment' }
          ? Instant | null
          : V extends { kind: 'port' }
            ? number | null
            : V extends { kind: 'stroke' }
              ? string | null
              : never

export const onOff = (initial: boolean) => ({ kind: 'switch', initial }) as const
export const choice = <const Options extends Readonly<Record<string, string>>>(
  initial: keyof Options & string,
  options: Options,
) => ({ kind: 'choice', initial, options }) as const
export const count = (initial: number, bounds: Bounds) => ({ kind: 'count', initial, bounds }) as const
export const percent = (initial: number, bounds: Bounds, step: number) =>
  ({ kind: 'percent', initial, bounds, step }) as const
export const duration = (initial: number, bounds: Bounds, zero: string | null = null, own = false) =>
  ({ kind: 'duration', initial, bounds, zero, own }) as const
export const timeOfDay = (initial: string) => ({ kind: 'time', initial }) as const
export const MOMENT = { kind: 'moment', initial: null } as const
export const port = (bounds: Bounds) => ({ kind: 'port', initial: null, bounds }) as const
export const STROKE = { kind: 'stroke', initial: null } as const
export const STRUCTURED = { kind: 'structured' } as const

/** "1 to 8", "5 s to 2 h", "1 d to 365 d, or never"; null: it has no bounds. */
export function boundsInWords(value: SettingValue): string | null {
  switch (value.kind) {
    case 'count':
    case 'port':
      return value.bounds.join(' to ')
    case 'percent':
      return `${value.bounds.join(' to ')} %`
    case 'duration':
      return `${value.bounds.map(formatDuration).join(' to ')}${value.zero === null ? '' : `, or ${value.zero}`}`
    default:
      return null
  }
}

export type System = 'mac' | 'windows' | 'linux'

/** One setting. `help`: {bounds} stands for them. `words`: more that people may search for. */
export type SettingSpec =
  | {
      readonly value: SettingValue
      readonly group: string
      readonly label: string
      readonly help: string
      readonly words?: string
      readonly systems?: readonly System[] // where it does something; absent: on each
    }
  /** Not on the settings page, and why. */
  | { readonly value: SettingValue; readonly elsewhere: string }

export type SettingGroup = Readonly<Record<string, SettingSpec>>
