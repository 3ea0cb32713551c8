import { useEffect, useRef } from 'react'
import { parse } from '../../shared/playbook/doc.ts'
import { useHashSearch } from '../client/navigation.ts'

/**
 * Shows the line of the flag that the address names, once; a flag that is gone shows the file as it is.
 * `show` gets the line, the first being 1.
 */
export function useFlagInView(text: string, show: (line: number) => void): void {
  const flag = useHashSearch().get('flag')
  const shown = useRef<string | null>(null)
  useEffect(() => {
    if (flag === null || shown.current === flag) return
    shown.current = flag
    const line = parse(text).flags.find((f) => f.text === flag)?.line
    if (line !== undefined) show(line)
  }, [flag, text, show])
}
