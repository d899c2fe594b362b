export { ActivationDetails as default } from '#client/features/activations/activation-details.tsx'
