export interface SettingsRoom {
  values(): Readonly<Record<string, unknown>>
  change(change: Readonly<Record<string, unknown>>): void
}

export interface MetaRoom {
  get(key: string): string | null
  set(key: string, value: string): void
}
