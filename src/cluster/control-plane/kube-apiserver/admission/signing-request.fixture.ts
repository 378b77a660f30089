/** Certificate signing requests for tests. */
/** Made with `openssl req -new -subj /O=system:masters/CN=eve`. */
export const mastersRequest = [
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIaU1JR0pBZ0VBTUNjeEZ6QVZCZ05WQkFv',
  'TURuTjVjM1JsYlRwdFlYTjBaWEp6TVF3d0NnWURWUVFEREFObApkbVV3V1RBVEJnY3Foa2pPUFFJQkJnZ3Fo',
  'a2pPUFFNQkJ3TkNBQVREaHJvQnFaVTF5VERBajgzZlBTTlJLVzFYCmVIR2FyR2hZWnRzd0w5eWIxRDA4NWRT',
  'dE5HOWpObnlheHlwMDNNWklIa2p0Y3ZPMHBwSHo3VVkxb09TWW9BQXcKQ2dZSUtvWkl6ajBFQXdJRFNBQXdS',
  'UUloQU1KTXZJRVVYVXBIUjRNL3BVdS9zRXdodHBCVkdtcjFWZ2kyOHJDMwp1L2o1QWlBa0J3eXo1NTUrdk96',
  'aU5QeExrRld6UU14U2ZQcmp2VTl1TnN5RGJPSCtiZz09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1Qt',
  'LS0tLQo=',
].join('');

/** Made in the same way with `/O=dev/CN=alice`. */
export const devRequest = [
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlIWk1JR0FBZ0VBTUI0eEREQUtCZ05WQkFv',
  'TUEyUmxkakVPTUF3R0ExVUVBd3dGWVd4cFkyVXdXVEFUQmdjcQpoa2pPUFFJQkJnZ3Foa2pPUFFNQkJ3TkNB',
  'QVIzSDJ3OUExanBKcE1sZE4yR1hSSXhZYU04cWF3eVQzUDdVQWRIClNGNlQzMytPWFZoOWhsN2VUZWZvOTFo',
  'OXU3bUl3MXBTSDZKRkdwdjFyWkx0V1FlQW9BQXdDZ1lJS29aSXpqMEUKQXdJRFNBQXdSUUloQUlZRUNOU1Jp',
  'MGtsSHZZZ3VnUEZOVTBndlZqMFVyekV4MVdqTXdRQVpudE1BaUJGVmxJVAo0QkxJYzNUMVZUdkc3a1JrQnp5',
  'cTZZUms4YUxYSElBbFJZWkkzUT09Ci0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=',
].join('');
/** A request for a client certificate, addressed to a signer. */
export const signingRequest = (name: string, signerName: string, request = devRequest) => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name },
  spec: { request, signerName, usages: ['client auth'] },
});
