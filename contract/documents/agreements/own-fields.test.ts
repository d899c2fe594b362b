import { describe, expect, test } from 'vitest'
import type { Agreement } from './agreement.ts'
import { formValues } from './agreement-values.ts'
import { drawAgreement } from './draw-agreement.ts'
import { OwnFields } from './own-field-schemas.ts'
import { fieldNameOf, formOf } from './own-fields.ts'

const everyObjectHas = [
  'constructor',
  'hasOwnProperty',
  'isPrototypeOf',
  'propertyIsEnumerable',
  'toLocaleString',
  'toString',
  'valueOf',
]

describe.each(everyObjectHas)('a field called %s', (name) => {
  const field = { name, label: 'Builder', kind: 'text' as const }

  test('is refused, and no label results in this name', () => {
    const { error } = OwnFields.safeParse([field])
    expect(error?.issues).toMatchObject([{ path: [0, 'name'], message: 'This name is taken' }])
    expect(OwnFields.safeParse([{ ...field, name: fieldNameOf(name, []) }]).success).toBe(true)
  })

  test('from an earlier version is drawn empty, filled in and checked like any other', () => {
    const form = formOf([field])
    const agreement: Agreement = {
      ...form,
      documentType: 'own',
      version: '2026-11-27',
      title: 'Own',
      blocks: [{ kind: 'paragraph', text: `{{${name}}}` }],
    }
    const drawn = (values: Record<string, string>) => drawAgreement(agreement, values, 'Example')[0]?.segments
    expect(drawn({})).toEqual([{ field: name, value: null, placeholder: '[Builder]' }])
    expect(drawn({ [name]: 'Ann' })).toMatchObject([{ value: 'Ann' }])
    const others = { recipientCompany: 'A', signerName: 'B', signerTitle: 'C', signatureDate: '2026-11-27' }
    expect(formValues(form).safeParse(others).success).toBe(false)
    expect(formValues(form).parse({ ...others, [name]: 'Ann' })).toEqual({ ...others, [name]: 'Ann' })
  })
})
