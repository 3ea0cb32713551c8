import { useEffect, useEffectEvent, useState, type ComponentType, type ReactNode } from 'react'
import { toast } from '../kit/shown/toast.ts'
import { CLIENT } from './copy.ts'

/** Code that is no part of the window's first script. */
export interface Loading {
  /** Rejects with NotLoaded. */
  load(): Promise<void>
  isLoaded(): boolean
}
/** A component of such code: shows nothing, or `meanwhile`, until it is there. */
export type Later<Props extends object> = Loading & ((props: Props) => ReactNode)

/** The code of a page or of a part of it could not be read. */
export class NotLoaded extends Error {
  constructor(cause: unknown) {
    super(CLIENT.notLoaded.text, { cause })
  }
}

/** What is loaded before it is opened. */
const early: Loading[] = []

/** `isLarge`: loaded when it is opened, and not before. */
export function later<Props extends object>(
  read: () => Promise<ComponentType<Props>>,
  { meanwhile = null, isLarge = false }: { meanwhile?: ReactNode; isLarge?: boolean } = {},
): Later<Props> {
  let Loaded: ComponentType<Props> | null = null
  let loading: Promise<void> | null = null
  const readOnce = async (): Promise<void> => {
    try {
      Loaded = await read()
    } catch (cause) {
      loading = null
      throw new NotLoaded(cause)
    }
  }
  const load = (): Promise<void> => (loading ??= readOnce())
  function Shown(props: Props): ReactNode {
    const failure = useLoaded(load, Loaded !== null)
    if (failure !== null) throw failure
    return Loaded === null ? meanwhile : <Loaded {...props} />
  }
  const part = Object.assign(Shown, { load, isLoaded: () => Loaded !== null })
  if (!isLarge) early.push(part)
  return part
}

/** Renders again as soon as it is loaded. Why it could not be; null: it is, or is still read. */
function useLoaded(load: () => Promise<void>, isLoaded: boolean): Error | null {
  const [failure, setFailure] = useState<Error | null>(null)
  const [, setLoaded] = useState(isLoaded)
  useEffect(() => {
    let isShown = true
    if (!isLoaded)
      load().then(
        () => isShown && setLoaded(true),
        (cause: Error) => isShown && setFailure(cause),
      )
    return () => void (isShown = false)
  }, [load, isLoaded])
  return failure
}

/** Dialogs that are asked for and still loaded. */
let opening = 0
/** A key that is pressed now is meant for a dialog that is not there yet. */
export const isOpening = (): boolean => opening > 0

/**
 * A dialog that is loaded the first time it is opened, and stands from then on. One that cannot be loaded
 * is closed again, which is said.
 */
export function Opened({
  part,
  isOpen,
  close,
  children,
}: {
  /** What `children` need. */
  part: Loading
  isOpen: boolean
  close: () => void
  children: ReactNode
}): ReactNode {
  const [wasOpen, setWasOpen] = useState(isOpen)
  const [, setLoaded] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  const onFailure = useEffectEvent(close)
  useEffect(() => {
    if (!isOpen || part.isLoaded()) return
    opening++
    void part
      .load()
      .then(
        () => setLoaded(true),
        () => {
          toast(CLIENT.notLoaded.title, {
            action: { label: CLIENT.crash.reload, onClick: () => location.reload() },
          })
          onFailure()
        },
      )
      .finally(() => opening--)
  }, [isOpen, part])
  return wasOpen && part.isLoaded() && children
}

/** Loads what is loaded before it is opened, one after the other; `rest` is awaited before each. */
export async function loadAll(rest: () => Promise<void> = () => Promise.resolve()): Promise<void> {
  // Not a copy: what is loaded may have further parts.
  for (const part of early) {
    if (part.isLoaded()) continue
    await rest()
    await part.load().catch(() => undefined) // said when it is opened
  }
}

/** The same, each when the window has nothing else to do. Returns what ends it. */
export function loadAllWhenIdle(): () => void {
  let isEnded = false
  void loadAll(
    () =>
      new Promise((resolve) => {
        requestIdleCallback(() => isEnded || resolve())
      }),
  )
  return () => void (isEnded = true)
}
