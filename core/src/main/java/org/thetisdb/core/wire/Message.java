package org.thetisdb.core.wire;

/**
 * Everything that goes over a connection. The records of this package are its kinds; {@link
 * MessageCodec} encodes them.
 */
public sealed interface Message
    permits ClientMessage, RouterToClient, RouterToSite, SiteToRouter, SiteToSite {}
