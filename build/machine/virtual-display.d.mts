export function startVirtualDisplay(options?: {
  size?: string
}): Promise<{ display: string; stop(): void } | null>
