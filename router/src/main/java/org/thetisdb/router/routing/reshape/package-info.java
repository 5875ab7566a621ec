/**
 * Where the borders of partitions come to lie: by load, or as a placement has them. Owned by the
 * engine's thread.
 */
package org.thetisdb.router.routing.reshape;
