import { fireEvent, render, screen } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { expect, it } from 'vitest'
import { setClock } from '../time.ts'
import { fieldInstant } from './field-instant.ts'
import { DateField, MomentField } from './time-field.tsx'

function Held({ Field, initial }: { Field: typeof DateField; initial: string }): ReactNode {
  const [value, setValue] = useState(initial)
  return (
    <>
      <Field aria-label="When" value={value} onChange={setValue} />
      <output>{value}</output>
    </>
  )
}
const held = (): string => screen.getByRole('status').textContent
const field = (): HTMLInputElement => screen.getByRole('textbox', { name: 'When' })
const type = (value: string): boolean => fireEvent.change(field(), { target: { value } })

it.each([
  [{ hours: 12, date: 'mdy' }, 'Nov 22, 2026 9:30 pm', '11/23/2026 7 am', 'Nov 23, 2026 7:00 am'],
  [{ hours: 24, date: 'dmy' }, '22 Nov 2026 21:30', '23/11/2026 7:00', '23 Nov 2026 07:00'],
  [{ hours: 24, date: 'ymd' }, '2026-11-22 21:30', '23 Nov 2026 07:00', '2026-11-23 07:00'],
] as const)('a moment is written and read as %j', (style, shown, typed, then) => {
  setClock(style)
  render(<Held Field={MomentField} initial="2026-11-22T21:30" />)
  expect(field().value).toBe(shown)
  type(typed)
  expect([field().value, held()]).toEqual([typed, '2026-11-23T07:00'])
  fireEvent.blur(field())
  expect(field().value).toBe(then)
})

it('keeps what is no time, says so when it is left, and never takes it for one', () => {
  render(<Held Field={MomentField} initial="" />)
  type('tomorrow')
  expect(field().getAttribute('aria-invalid')).toBe('false')
  fireEvent.blur(field())
  expect([field().value, field().getAttribute('aria-invalid')]).toEqual(['tomorrow', 'true'])
  expect(['tomorrow', '', '22 Nov', '5'].map(fieldInstant)).toEqual([null, null, null, null])
  type('')
  expect(held()).toBe('')
})

it('a date is told at Enter or when it is left, and may be chosen from the calendar', () => {
  setClock({ hours: 12, date: 'mdy' })
  render(<Held Field={DateField} initial="" />)
  type('Nov 2, 2026')
  expect(held()).toBe('')
  fireEvent.keyDown(field(), { key: 'Enter' })
  expect([held(), field().value]).toEqual(['2026-11-02', 'Nov 2, 2026'])
  fireEvent.change(document.querySelector('input[type=date]')!, { target: { value: '2026-11-22' } })
  expect([held(), field().value]).toEqual(['2026-11-22', 'Nov 22, 2026'])
})
