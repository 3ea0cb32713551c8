import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TextSetting } from './field.tsx'

it('found by review: Enter and the blur after it save once, and what is typed while it is saved stays', async () => {
  const saved: string[] = []
  let done = (): void => {}
  render(
    <TextSetting
      label="Name"
      value="old"
      onSave={(text) =>
        new Promise<void>((resolve) => {
          saved.push(text)
          done = resolve
        })
      }
    />,
  )
  const input = screen.getByRole('textbox', { name: 'Name' })
  fireEvent.change(input, { target: { value: 'new' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  fireEvent.blur(input)
  expect(saved).toEqual(['new'])
  fireEvent.change(input, { target: { value: 'newer' } })
  await act(async () => done())
  expect((input as HTMLInputElement).value).toBe('newer')
  fireEvent.blur(input)
  await waitFor(() => expect(saved).toEqual(['new', 'newer']))
})
