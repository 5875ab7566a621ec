package org.thetisdb.core.scheme;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A scheme: a way to place, route, run, commit and replicate transactions, put together from parts.
 * Its packages at the router and at a site know its parts; all others ask what it says of itself:
 * its {@linkplain Trait traits}, and the {@linkplain Layout layouts} that it can live on.
 * Immutable; there is one object for each scheme. Those that are shipped are in the {@link
 * SchemeRegistry}; others may be known to a process beside them, see {@link Schemes}.
 *
 * <p>A scheme that brings a family of its own says in words what is its own, and no other family
 * takes it for one of theirs: {@link Builder#ownPlacement}, {@link Builder#ownDispatch}, {@link
 * Builder#ownConcurrency}.
 */
public final class SchemeSpec {
  private final String name;
  private final String summary;
  private final Isolation claims;
  private final PlacementPolicy placement;
  private final Dispatch dispatch;
  private final ConcurrencyControl concurrency;
  private final SiteCommit commit;
  private final Texts texts;
  private final Set<Layout> layouts;
  private final Set<Trait> traits;

  /** What people read of parts that may be a scheme's own. */
  private record Texts(String placement, String dispatch, String concurrency) {}

  private SchemeSpec(Builder parts) {
    this.name = parts.name;
    this.summary = parts.summary;
    this.claims = Objects.requireNonNull(parts.claims, "claims");
    this.placement = Objects.requireNonNull(parts.placement, "placement");
    this.dispatch = Objects.requireNonNull(parts.dispatch, "dispatch");
    this.concurrency = Objects.requireNonNull(parts.concurrency, "concurrency");
    this.commit = Objects.requireNonNull(parts.commit, "commit");
    this.texts =
        new Texts(
            textOf(parts.ownPlacement, placement.text),
            textOf(parts.ownDispatch, dispatch.text),
            textOf(parts.ownConcurrency, concurrency.text));
    this.layouts = Collections.unmodifiableSet(EnumSet.copyOf(parts.layouts));
    this.traits = Collections.unmodifiableSet(EnumSet.copyOf(parts.traits));
  }

  private static String textOf(String own, String usual) {
    return own == null ? usual : own;
  }

  /** Begins a scheme that lives where every site holds every row. */
  public static Builder named(String name, String summary) {
    return new Builder(name, summary);
  }

  /** What people write and read. */
  public String name() {
    return name;
  }

  /** What it does, in a few words. */
  public String summary() {
    return summary;
  }

  /** What histories under it are judged by. */
  public Isolation claims() {
    return claims;
  }

  /** Which site masters which partitions, and what moves. */
  public PlacementPolicy placement() {
    return placement;
  }

  /** At how many sites a transaction runs. */
  public Dispatch dispatch() {
    return dispatch;
  }

  /** What keeps transactions apart that run at one site. */
  public ConcurrencyControl concurrency() {
    return concurrency;
  }

  /** How a transaction's writes become durable. */
  public SiteCommit commit() {
    return commit;
  }

  /** Whether it can be the scheme of a cluster with such a layout. */
  public boolean livesOn(Layout layout) {
    return layouts.contains(layout);
  }

  /** Whether it says this of itself. */
  public boolean has(Trait trait) {
    return traits.contains(trait);
  }

  /** See {@link Trait#LOCKS_READS_AT_MASTERS}. */
  public boolean locksReadsAtMasters() {
    return has(Trait.LOCKS_READS_AT_MASTERS);
  }

  /** See {@link Trait#PREPARES_READS}. */
  public boolean preparesReads() {
    return has(Trait.PREPARES_READS);
  }

  /** See {@link Trait#READS_ANYWHERE}. */
  public boolean readsAnywhere() {
    return has(Trait.READS_ANYWHERE);
  }

  /** See {@link Trait#LOGS_BY_EPOCHS}. */
  public boolean logsByEpochs() {
    return has(Trait.LOGS_BY_EPOCHS);
  }

  /** See {@link Trait#MOVES_ROWS}. */
  public boolean movesRows() {
    return has(Trait.MOVES_ROWS);
  }

  /** All parts in one line, for people. */
  public String parts() {
    return partsWith(Layout.FULL.text);
  }

  /**
   * The same for a cluster with sites that hold only what they master.
   *
   * @param fullSites how many hold every row; 0 for all, negative if none does
   */
  public String parts(int fullSites) {
    if (fullSites < 0) {
      return partsWith(Layout.WITHOUT_FULL_SITE.text);
    }
    return fullSites == 0 ? parts() : partsWith(Layout.PARTIAL.text.formatted(fullSites));
  }

  private String partsWith(String layoutText) {
    return String.join(
        "; ",
        claims.text,
        layoutText,
        texts.placement,
        texts.dispatch,
        texts.concurrency,
        commit.text);
  }

  /** Which site masters which partitions and what moves, for people. */
  public String placementText() {
    return texts.placement;
  }

  @Override
  public String toString() {
    return name;
  }

  /** What every history of a scheme keeps to, if nobody asks for more. */
  public enum Isolation {
    /** Snapshots are prefixes of one order of commits; a session never goes back in it. */
    STRONG_SESSION_SNAPSHOT("strong session snapshot isolation"),
    /**
     * Calls and statements that are transactions by themselves are as if they ran one after the
     * other, and a session never goes back. Interactive transactions have the level that they ask
     * for.
     */
    SERIALIZABLE("calls are serializable; sessions never go back");

    private final String text;

    Isolation(String text) {
      this.text = text;
    }
  }

  /** Which sites hold which rows. */
  public enum Layout {
    /** Every site holds every row. */
    FULL("every site holds every row"),
    /**
     * Some sites hold only a part of the rows: what such a site lacks is never asked of it, or is
     * brought there before.
     */
    PARTIAL("%d of the first sites hold every row, and the others what they master"),
    /** No site holds every row: what a call touches is brought to where it runs. */
    WITHOUT_FULL_SITE("each site holds what it masters and replicas, and none every row");

    private final String text;

    Layout(String text) {
      this.text = text;
    }
  }

  /** Which site masters which partitions, and what makes them move. */
  public enum PlacementPolicy {
    /**
     * Mastership moves to where transactions need it; the setting {@code strategy} scores sites.
     */
    FOLLOWS_TRANSACTIONS("mastership follows the transactions"),
    /** Mastership moves with each transaction to where its client is; nothing is learned. */
    FOLLOWS_EACH_TRANSACTION("mastership follows each transaction to its client's site"),
    /**
     * Mastership moves, and borders come, where that saves more than it costs; costs are learned.
     */
    LEARNED_COST("masters and borders go where learned costs say that it pays"),
    /** One site masters all; mastership moves only when that site is lost or leaves. */
    ONE_SITE("one site masters all"),
    /**
     * Masters stay where they were at first; mastership moves only when a site is lost or leaves.
     */
    FIXED("masters are fixed"),
    /**
     * The same, and which site masters what at first is read from a placement that was derived
     * offline from a trace of what is accessed together.
     */
    FIXED_BY_TRACE("masters are fixed, as a placement says that was cut from a trace"),
    /**
     * Masters stay until a monitor moves clumps of what is accessed together from sites that have
     * too much to do, every so often.
     */
    BY_CLUMPS("masters move every so often, in clumps of what is accessed together"),
    /** As the scheme's own packages have it. */
    OWN("masters are where the scheme has them");

    private final String text;

    PlacementPolicy(String text) {
      this.text = text;
    }
  }

  /** At how many sites a transaction runs. */
  public enum Dispatch {
    /** At one, which masters all that it writes when it commits. */
    ONE_SITE("a transaction runs at one site"),
    /** At the one site that masters all, also if it only reads. */
    AT_PRIMARY("every call runs at that site, also one that only reads"),
    /** At one, which masters all that it reads or writes when it runs. */
    WHERE_ALL_IS_MASTERED("a transaction runs at one site, which masters all that it meets"),
    /** At one, and rows that others master are prepared there before. */
    WITH_PARTICIPANTS("a transaction runs at one site, and others prepare its rows"),
    /**
     * At one, with the masters of all that it reads or writes: rows that others master are prepared
     * there before, and what is read is behind all that its master had committed.
     */
    WITH_ALL_MASTERS("a transaction involves the masters of all that it reads or writes"),
    /**
     * At one: in the partitioned phase at the master of all that it reads or writes; if there is
     * none, in the single-master phase at the site that masters everything then.
     */
    BY_PHASE("a call runs at one site, in the phase of its kind"),
    /**
     * At the primary of most of what it writes, on all that is decided; the primaries of all that
     * it has met then validate what is theirs. Which primary a key has follows from the keys, and
     * is no mastership: the site that masters all has the logs. What cannot run so runs there, when
     * no epoch view is open.
     */
    IN_EPOCHS("a call runs at one site, and the primaries of all that it has met validate it"),
    /**
     * Where a procedure says which parts of it belong to which rows, each master of those runs its
     * parts, all at the same time; everything else as with all masters.
     */
    IN_FRAGMENTS("each master of what a transaction meets runs its part of it"),
    /** As the scheme's own packages have it. */
    OWN("calls run where the scheme has them");

    private final String text;

    Dispatch(String text) {
      this.text = text;
    }
  }

  /** What keeps transactions apart that run at one site. */
  public enum ConcurrencyControl {
    /** Rows that are written are locked before a transaction runs. */
    ROW_LOCKS("rows that it writes are locked"),
    /**
     * Calls run in batches, all of one batch on one state; reservations tell which of them commit.
     * Interactive transactions lock rows all the same.
     */
    BATCH_RESERVATIONS("calls run in batches, and reservations tell which commit"),
    /**
     * The same where a batch runs at several sites: the primaries of what was met keep the
     * reservations. What runs by itself is validated, as under {@link #VALIDATION}.
     */
    BATCHES_OVER_SITES("calls run in batches over sites, and reservations tell which commit"),
    /**
     * Deterministic: calls have places in an order, ask in that order for all that they are going
     * to read or write, and run when they have it. Nobody is rolled back for another one.
     * Interactive transactions lock the rows that they write.
     */
    ORDERED_LOCKS("what it reads or writes is locked in a fixed order, before it runs"),
    /**
     * The same where calls run at several sites: the primaries of what a call is going to meet lock
     * it in the order in which the router sends calls. What runs by itself is validated, as under
     * {@link #VALIDATION}.
     */
    ORDERED_LOCKS_OVER_SITES(
        "what it reads or writes is locked at its primaries in a fixed order, before it runs"),
    /**
     * Deterministic, with versions: calls have places in an order, and put placeholders for all
     * that they are going to write. They run when all is filled in that they read, and commit in
     * their order. Nobody is rolled back for another one. Interactive transactions lock the rows
     * that they write.
     */
    PLACEHOLDERS("it reads what those before it have filled in, in a fixed order"),
    /**
     * The same, and where a procedure says what its pieces are, later calls read what a piece wrote
     * as soon as nothing can roll back its transaction any more, though other pieces have not run
     * yet.
     */
    PIECES("it reads what pieces of those before it have filled in, in a fixed order"),
    /**
     * Strict two-phase locking: calls lock what they read, with absent keys and ranges, and what
     * they write. No call waits for a lock: one that is refused one begins anew. Interactive
     * transactions lock the rows that they write.
     */
    READ_WRITE_LOCKS("what it reads or writes is locked, and nobody waits for a lock"),
    /**
     * Optimistic: calls run without locks, on what their site has; then what they write is locked,
     * and what they have read is validated. No call waits for a lock: one that is refused one, or
     * has read what others have changed since, begins anew. Interactive transactions lock the rows
     * that they write.
     */
    VALIDATION("what it has read is validated before it commits, and nobody waits for a lock"),
    /**
     * Optimistic, in logical time: each row has a time from which it is there, and one until which
     * it may be read. A call commits at a time at which all that it has read holds; what was read
     * is not locked, and rows that others have changed since do not matter if they did so at a
     * later time. Nobody waits for a lock.
     */
    LOGICAL_TIME("it commits at a logical time at which all that it has read holds"),
    /** As the scheme's own packages have it. */
    OWN("the scheme keeps calls apart");

    private final String text;

    ConcurrencyControl(String text) {
      this.text = text;
    }
  }

  /** How the writes of a transaction become durable. */
  public enum SiteCommit {
    /** One record in the log of the site that masters all that is written. */
    LOCAL("it commits with one record in that site's log"),
    /**
     * One record in the coordinator's log, with the writes of all sites, behind the records of the
     * participants that have prepared.
     */
    TWO_PHASE("it commits with one record in the coordinator's log"),
    /**
     * With all others of its epoch, in the log of the site that masters all; nobody waits for that
     * but the client.
     */
    EPOCH("it commits with its epoch, in one site's log");

    private final String text;

    SiteCommit(String text) {
      this.text = text;
    }
  }

  /** Puts a scheme together. Not thread-safe. */
  public static final class Builder {
    private final String name;
    private final String summary;
    private final Set<Layout> layouts = EnumSet.of(Layout.FULL);
    private final Set<Trait> traits = EnumSet.noneOf(Trait.class);
    private Isolation claims;
    private PlacementPolicy placement;
    private Dispatch dispatch;
    private ConcurrencyControl concurrency;
    private SiteCommit commit;
    private String ownPlacement;
    private String ownDispatch;
    private String ownConcurrency;

    private Builder(String name, String summary) {
      this.name = name;
      this.summary = summary;
    }

    /** What histories under it are judged by. */
    public Builder claims(Isolation wanted) {
      claims = wanted;
      return this;
    }

    /** Which site masters which partitions, and what moves. */
    public Builder placement(PlacementPolicy wanted) {
      placement = wanted;
      return this;
    }

    /** At how many sites a transaction runs. */
    public Builder dispatch(Dispatch wanted) {
      dispatch = wanted;
      return this;
    }

    /** What keeps transactions apart that run at one site. */
    public Builder concurrency(ConcurrencyControl wanted) {
      concurrency = wanted;
      return this;
    }

    /** Its own packages say which site masters what: no other family has it. */
    public Builder ownPlacement(String text) {
      ownPlacement = text;
      return placement(PlacementPolicy.OWN);
    }

    /** Its own package at the router has calls run: no other family does. */
    public Builder ownDispatch(String text) {
      ownDispatch = text;
      return dispatch(Dispatch.OWN);
    }

    /** Its own package at a site keeps calls apart: no other family does. */
    public Builder ownConcurrency(String text) {
      ownConcurrency = text;
      return concurrency(ConcurrencyControl.OWN);
    }

    /** How a transaction's writes become durable. */
    public Builder commit(SiteCommit wanted) {
      commit = wanted;
      return this;
    }

    /** It can be the scheme of clusters with such a layout, too. */
    public Builder livesOn(Layout another) {
      layouts.add(another);
      return this;
    }

    /** What it says of itself. */
    public Builder traits(Trait... more) {
      traits.addAll(List.of(more));
      return this;
    }

    /** The scheme. */
    public SchemeSpec build() {
      return new SchemeSpec(this);
    }
  }
}
