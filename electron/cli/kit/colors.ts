import type pc from 'picocolors'

/** Paints text for a terminal; where there is none, or it shows no colours, leaves it as it is. */
export type Colors = ReturnType<typeof pc.createColors>
