/** The saved replies of the demo's team. */
export const demoReplies = [
  {
    title: 'Thanks for signing',
    text: 'Thank you, {{first_name}}! Both agreements are in place. Everything {{business_name}} needs for its first activation is in Resources.',
  },
  {
    title: 'Materials in another language',
    text: "Hi {{first_name}}, tell us which materials and which language you need, and we'll add them to Activation Materials.",
  },
  {
    title: 'Setting up earlier',
    text: 'Setting up earlier is fine with us, {{first_name}}. Please let the venue know, and post the new time here so the team has it. {{staff_name}}',
  },
]
