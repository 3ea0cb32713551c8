export function hasSessionBus(): boolean
export function startSessionBus(): Promise<{ address: string; stop: () => void } | null>
