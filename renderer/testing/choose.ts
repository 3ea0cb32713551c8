import { fireEvent, screen } from '@testing-library/react'

/**
 * Opens a select by its label and chooses an option, as a pointer does: a click that began elsewhere
 * chooses nothing.
 */
export async function choose(label: string | RegExp, option: string): Promise<void> {
  fireEvent.click(screen.getByRole('combobox', { name: label }))
  const item = await screen.findByRole('option', { name: option })
  fireEvent.pointerDown(item)
  fireEvent.click(item)
}
