package org.thetisdb.router.definition;

import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.id.Stamp;
import org.thetisdb.core.id.VersionVector;
import org.thetisdb.core.wire.RouterToSite;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;
import org.thetisdb.router.site.SuccessorChoice;

/**
 * From when on each site keeps to a version of the catalog of SQL (hazard 15), or of the rights of
 * rows to exist (hazard 17). Each site that counts says so itself, with the position of its own log
 * up to which it may have committed by older rules. For one that is lost its fence says it: nothing
 * behind that counts, and before it begins anew it hears of the version, since each handshake says
 * it before any call comes. Owned by the engine's thread.
 */
public final class DefinitionBarrier {
  private static final Logger LOG = LoggerFactory.getLogger(DefinitionBarrier.class);

  private final SiteTable sites;
  private final SuccessorChoice successors;
  private final LongFunction<RouterToSite> question;
  private final Word[] words = new Word[Stamp.MAX_SITE + 1];

  /** The newest version that this router knows of. */
  private long newest;

  /** What a site has said, and by which connection: another incarnation has to say it again. */
  private record Word(SiteLink link, long version, long position) {}

  /** For one kind of versions; {@code question} asks a site for one. */
  public DefinitionBarrier(
      SiteTable sites, SuccessorChoice successors, LongFunction<RouterToSite> question) {
    this.question = question;
    this.sites = sites;
    this.successors = successors;
  }

  /** A version was made: calls that are sent from now on find it, or wait for it. */
  public void announce(long version) {
    if (version > newest) {
      newest = version;
      for (int site = 1; site <= sites.sites(); site++) {
        if (sites.isReady(site)) {
          ask(sites.link(site));
        }
      }
    }
  }

  private void ask(SiteLink link) {
    if (newest > 0) {
      link.send(question.apply(newest));
    }
  }

  /** A site follows this router: nothing was sent to it yet. */
  public void onSiteReady(SiteLink link) {
    ask(link);
  }

  /** A site has said what is in force there. */
  public void onInForce(SiteLink link, long version, long position) {
    LOG.debug("site {} keeps to version {} from {} on", link.site(), version, position);
    words[link.site()] = new Word(link, version, position);
  }

  /**
   * The positions behind which all that counts was committed under a version or a later one; null
   * if that cannot be said of each site yet.
   */
  VersionVector inForceFrom(long version) {
    VersionVector from = VersionVector.ZERO;
    for (int site = 1; site <= sites.sites(); site++) {
      if (sites.roster().counts(site)) {
        long position = position(site, version);
        if (position < 0) {
          return null;
        }
        from = from.with(site, position);
      }
    }
    return from;
  }

  private long position(int site, long version) {
    Word word = words[site];
    if (sites.isUsable(site)) {
      boolean said = word != null && word.link == sites.link(site) && word.version >= version;
      return said ? word.position : -1;
    }
    return successors.hasSuccessor(site) ? successors.fence(site) : -1;
  }
}
