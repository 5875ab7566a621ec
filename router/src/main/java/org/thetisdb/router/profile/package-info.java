/**
 * What the clients of a cluster do at present, for people and for {@code thetis admin advise}: a
 * sample of the calls that the router sends, taken only while somebody asks for it.
 */
package org.thetisdb.router.profile;
