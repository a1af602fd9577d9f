/** How an incident's state looks: in the colour and shape of the status that its service has in it. */
export const incidentStates = {
  open: { status: 'Down', word: 'Open' },
  recovering: { status: 'Recovered', word: 'Recovering' },
  resolved: { status: 'Healthy', word: 'Resolved' },
};
