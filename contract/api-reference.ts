import { endpoint } from './endpoint.ts'

export const getOpenApi = endpoint('GET', '/openapi.json', {
  access: 'staff',
  byToken: true,
  summary: 'This description of the API, in OpenAPI 3.1',
  responses: {},
})

export const getApiReference = endpoint('GET', '/docs', {
  access: 'staff',
  summary: 'The API reference as a web page; 404 while the page is not built',
  responses: {},
})
