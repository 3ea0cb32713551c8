import { useEffect, useEffectEvent } from 'react'
import { useLocation } from 'wouter'
import { PLACES } from './navigation.ts'
import { useUi } from './ui-state.ts'

/** The preload tells where a dropped folder lies, because a page cannot know. */
const DROPPED = 'threadbeat:dropped'
const MOST = 20

/** Calls with the paths of what a person dropped on the window, twenty at most. */
export function useDropped(onPaths: (paths: readonly string[]) => void): void {
  const take = useEffectEvent((paths: readonly string[]) => onPaths(paths))
  useEffect(() => {
    const onMessage = (event: MessageEvent): void => {
      const data: unknown = event.data
      if (
        event.source !== window ||
        typeof data !== 'object' ||
        data === null ||
        (data as { kind?: unknown }).kind !== DROPPED
      )
        return
      const { paths } = data as { paths?: unknown }
      if (Array.isArray(paths) && paths.length > 0 && paths.every((p) => typeof p === 'string'))
        take(paths.slice(0, MOST))
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [])
}

/**
 * Folders that are dropped anywhere are looked through for repositories, unless what is open takes them
 * itself. Stands once in the frame.
 */
export function useDroppedFolders(): void {
  const [path] = useLocation()
  const isTaken = useUi((s) => s.adding.open) || path === PLACES.firstRun
  useDropped((folders) => {
    if (!isTaken) useUi.getState().openAdding({ folders })
  })
  const allow = useEffectEvent((event: DragEvent) => {
    // or nothing could be dropped
    if (!isTaken && event.dataTransfer?.types.includes('Files') === true) event.preventDefault()
  })
  useEffect(() => {
    const onDrag = (event: DragEvent): void => allow(event)
    addEventListener('dragover', onDrag)
    addEventListener('drop', onDrag)
    return () => {
      removeEventListener('dragover', onDrag)
      removeEventListener('drop', onDrag)
    }
  }, [])
}
