import { cleanup } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach } from 'vitest'
import type { StoreApi } from 'zustand'
import { loadAll } from '../client/later.tsx'
import { navigate } from '../client/navigation.ts'
import { useUi } from '../client/ui-state.ts'
import { useAsking } from '../commands/asking.ts'
import { useChoices, useFinder } from '../first-run/choices.ts'
import { useSelection } from '../fleet/selection.ts'
import { setLook } from '../kit/theme.ts'
import { setClock } from '../kit/time.ts'

const reset = <T>(store: Pick<StoreApi<T>, 'setState' | 'getInitialState'>): void =>
  store.setState(store.getInitialState(), true)

// What a page keeps as it goes may be written after its test.
beforeEach(async () => {
  localStorage.clear()
  setClock({ hours: 24, date: 'dmy' })
  await loadAll() // as in a window that has been open for a moment
})

/** Each test begins in a window that nobody has used: files of tests share their process. */
afterEach(() => {
  toast.dismiss() // a new Toaster shows again what still stands
  cleanup()
  reset(useUi)
  reset(useSelection)
  reset(useAsking)
  reset(useChoices)
  reset(useFinder)
  setLook({ theme: 'system', contrast: 'system', density: 'comfortable' })
  navigate('/', { replace: true })
})
