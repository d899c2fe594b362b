/** The saved replies of the demo's team. */
export const demoReplies = [
  {
    title: 'Thanks for signing',
    text: 'Thank you, {{first_name}}! Both agreements are in place. What {{business_name}} needs for its first activation lies in Resources.',
  },
  {
    title: 'Materials in another language',
    text: 'Hello {{first_name}}, tell us which material and which language you need, and we will put it into Activation Materials.',
  },
  {
    title: 'Setting up earlier',
    text: 'Setting up earlier is fine with us, {{first_name}}. Please let the venue know, and write the new time here so that the team has it. {{staff_name}}',
  },
]
