import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Received } from '#contract/endpoint.ts'
import { listPartners } from '#contract/partners/partners.ts'
import { sentAudience, withPartnersOf } from '../audience/audience.ts'
import { type Details, type DetailsValues, detailsSchema } from './details-values.ts'

/** The form of what is said of a file. */
export const useDetailsForm = (defaultValues: DetailsValues) => {
  const client = useQueryClient()
  const check = standardSchemaResolver<DetailsValues, unknown, Details>(detailsSchema)
  return useForm<DetailsValues, unknown, Details>({
    defaultValues,
    // useFocusInvalid knows the fields that are not of the form's own, too.
    shouldFocusError: false,
    resolver: (values, context, options) => {
      const partners = client.getQueryData<Received<typeof listPartners>>([listPartners.path])
      return check({ ...values, audience: withPartnersOf(values.audience, partners) }, context, options)
    },
  })
}

/** As the server takes it. */
export const sentDetails = ({ audience, ...details }: Details) => ({ ...details, ...sentAudience(audience) })
