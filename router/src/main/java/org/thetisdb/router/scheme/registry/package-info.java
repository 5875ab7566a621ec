/** All families of schemes: the one place that knows them by name. */
package org.thetisdb.router.scheme.registry;
