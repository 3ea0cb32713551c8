export function useMemoryFolder(): string
