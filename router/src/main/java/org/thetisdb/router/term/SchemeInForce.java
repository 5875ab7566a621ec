package org.thetisdb.router.term;

import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.core.scheme.SchemeRecord;
import org.thetisdb.core.scheme.SchemeSpec;
import org.thetisdb.core.scheme.Schemes;
import org.thetisdb.core.wire.RouterToSite.FollowScheme;
import org.thetisdb.router.routing.ExchangeableScheme;
import org.thetisdb.router.routing.Placement;
import org.thetisdb.router.routing.Scheme;
import org.thetisdb.router.routing.reshape.ExchangeableReshaping;
import org.thetisdb.router.routing.reshape.ReshapePolicy;
import org.thetisdb.router.site.SiteLink;
import org.thetisdb.router.site.SiteTable;

/**
 * Which scheme is in force, and the router's part of it (decision 0034): the one that the cluster
 * was made with, until sites tell of a change in the log. Owned by the engine's thread.
 */
public final class SchemeInForce {
  private static final Logger LOG = LoggerFactory.getLogger(SchemeInForce.class);

  private final Placement placement;
  private final SiteTable sites;
  private final Schemes known;
  private final Function<SchemeSpec, Scheme> schemes;
  private final Function<SchemeSpec, ReshapePolicy> policies;
  private final ExchangeableScheme scheme;
  private final ExchangeableReshaping reshaping;
  private SchemeSpec spec;
  private SchemeRecord record = SchemeRecord.NONE;
  private Runnable onExchanged = () -> {};

  /** The scheme of the last change if this release does not have it; else empty. */
  private String unknown = "";

  /**
   * The scheme that the cluster was made with.
   *
   * @param sites those that are notified of each change
   * @param known those that there are
   * @param schemes makes the router's part of a scheme over the placement
   * @param policies makes what decides about borders under a scheme
   */
  public SchemeInForce(
      SchemeSpec first,
      Placement placement,
      SiteTable sites,
      Schemes known,
      Function<SchemeSpec, Scheme> schemes,
      Function<SchemeSpec, ReshapePolicy> policies) {
    this.spec = first;
    this.placement = placement;
    this.sites = sites;
    this.known = known;
    this.schemes = schemes;
    this.policies = policies;
    this.scheme = new ExchangeableScheme(schemes.apply(first));
    this.reshaping = new ExchangeableReshaping(policies.apply(first));
  }

  /** Completes the pair: hears when another scheme is in force, and the sites were notified. */
  public void setOnExchanged(Runnable listener) {
    onExchanged = listener;
  }

  /** The scheme. */
  public SchemeSpec spec() {
    return spec;
  }

  /** The schemes that there are. */
  public Schemes known() {
    return known;
  }

  /** The last change that is known. */
  public SchemeRecord record() {
    return record;
  }

  /** The router's part of it; follows changes. */
  public ExchangeableScheme scheme() {
    return scheme;
  }

  /** What decides about borders; follows changes. */
  public ExchangeableReshaping reshaping() {
    return reshaping;
  }

  /** The name of a scheme that is in force and that this release does not have; mostly empty. */
  public String unknown() {
    return unknown;
  }

  /** A site reports the last change that it knows of; older ones are no news. */
  public void learn(SchemeRecord told) {
    if (told.number() <= record.number()) {
      return;
    }
    record = told;
    SchemeSpec next = known.find(told.scheme());
    unknown = next == null ? told.scheme() : "";
    if (next == null) {
      LOG.error("scheme {} is in force, which this release does not have", unknown);
    } else if (!next.equals(spec)) {
      LOG.info("scheme {} is in force since change {}; {} no more", next, told.number(), spec);
      exchange(next);
    }
  }

  /** Reports to a site what is in force, as to all calls that it is sent behind this. */
  public void tell(SiteLink link) {
    link.send(new FollowScheme(spec.name()));
  }

  private void exchange(SchemeSpec next) {
    spec = next;
    placement.setListener(Placement.Listener.NONE);
    scheme.exchange(schemes.apply(next));
    reshaping.exchange(policies.apply(next));
    for (int site = 1; site <= sites.sites(); site++) {
      if (sites.isReady(site)) {
        tell(sites.link(site));
      }
    }
    onExchanged.run();
  }
}
