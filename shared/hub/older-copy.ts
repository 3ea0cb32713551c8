/** The rows of one start. */
export interface Epoch {
  readonly epoch: string
  readonly firstSeq: number
  readonly lastSeq: number | null // null: it goes on
}

/**
 * Whether this history is an older copy of one that went on: the hub has rows under this machine's name that were never
 * written here. `known`: of each epoch, the largest seq that the hub has.
 */
export function isOlderCopy(known: ReadonlyMap<string, number>, epochs: readonly Epoch[]): boolean {
  const lasts = new Map(epochs.map(({ epoch, lastSeq }) => [epoch, lastSeq ?? Number.POSITIVE_INFINITY]))
  return [...known].some(([epoch, seq]) => seq > (lasts.get(epoch) ?? Number.NEGATIVE_INFINITY))
}
